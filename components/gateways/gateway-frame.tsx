import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, PageHead, PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Gateway } from "@/lib/gateways/types";
import type { GatewayHealth } from "@/lib/insights/types";
import { HealthMark } from "./health";

const TABS = [
  { tab: "overview", label: "Overview" },
  { tab: "keys", label: "Keys" },
  { tab: "callback", label: "Callback" },
  { tab: "deliveries", label: "Delivery log" },
  { tab: "requests", label: "Requests" },
] as const;

export function GatewayFrame({
  gateway,
  health,
  current,
  publicUrl,
  children,
}: {
  gateway: Gateway;
  health?: GatewayHealth;
  current: (typeof TABS)[number]["tab"];
  publicUrl: string;
  children: ReactNode;
}) {
  const base = `/gateways/${gateway.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/gateways", label: "Gateways" }]}
        title={<Untrusted>{gateway.name}</Untrusted>}
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
        label="Parts of this gateway"
        items={TABS.map(({ tab, label }) => ({
          href: tab === "overview" ? base : `${base}/${tab}`,
          label,
          current: tab === current,
        }))}
      />
      {children}
    </Page>
  );
}
