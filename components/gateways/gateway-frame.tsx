import type { ReactNode } from "react";
import { Foreign } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, PageHead, PageTabs } from "@/components/ui/page";
import { GATEWAY_TABS } from "@/components/words/gateways";
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
        crumbs={[{ href: "/gateways", label: "Gateways" }]}
        title={<Foreign>{gateway.name}</Foreign>}
        mark={health && <HealthMark gateway={gateway} health={health} />}
        actions={
          <CopyButton
            text={`${publicUrl}${base}`}
            label="Copy the link to this gateway"
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
