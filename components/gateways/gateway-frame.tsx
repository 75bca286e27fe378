import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, PageHead, PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { GATEWAY_TABS, GATEWAYS, OVERVIEW } from "@/components/words/gateways";
import type { Gateway } from "@/lib/gateways/types";
import type { GatewayHealth } from "@/lib/insights/types";
import { HealthMark } from "./health";

export type GatewayTab = "overview" | "keys" | "callback" | "deliveries" | "requests";
const TABS: readonly GatewayTab[] = ["overview", "keys", "callback", "deliveries", "requests"];

/** What every page of a gateway begins with. */
export function GatewayFrame({
  gateway,
  health,
  current,
  publicUrl,
  children,
}: {
  gateway: Gateway;
  health?: GatewayHealth;
  current: GatewayTab;
  publicUrl: string;
  children: ReactNode;
}) {
  const base = `/gateways/${gateway.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/gateways", label: GATEWAYS.title }]}
        title={<Untrusted>{gateway.name}</Untrusted>}
        mark={health && <HealthMark gateway={gateway} health={health} />}
        actions={
          <CopyButton
            text={`${publicUrl}${base}`}
            label={OVERVIEW.copyLink}
            icon="link"
            data-key="copy-link"
          />
        }
      />
      <PageTabs
        label={GATEWAY_TABS.label}
        items={TABS.map((tab) => ({
          href: tab === "overview" ? base : `${base}/${tab}`,
          label: GATEWAY_TABS[tab],
          current: tab === current,
        }))}
      />
      {children}
    </Page>
  );
}
