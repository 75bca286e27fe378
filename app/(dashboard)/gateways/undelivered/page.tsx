import type { Metadata } from "next";
import { UndeliveredHead } from "@/components/gateways/deliveries/undelivered-head";
import { UndeliveredList } from "@/components/gateways/deliveries/undelivered-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Page } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { LAPSED } from "@/lib/approvals/callbacks";
import { requireUser } from "@/lib/auth/sessions/current";
import { mayReplay } from "@/lib/delivery/commands";
import { listUndelivered } from "@/lib/delivery/undelivered";
import { listHealth } from "@/lib/insights/gateway-health";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "Could not tell the gateway" };

export default async function UndeliveredPage({ searchParams }: Props) {
  const scope = await requireUser("/gateways/undelivered");
  const { gateway, cursor } = await searchParams;
  const gatewayId = typeof gateway === "string" && gateway !== "" ? gateway : undefined;
  const after = typeof cursor === "string" && cursor !== "" ? cursor : undefined;
  const page = await listUndelivered(scope, LAPSED, { gatewayId, cursor: after });
  const health = await listHealth(scope, [...new Set(page.rows.map((row) => row.gatewayId))]);
  const address = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(gatewayId ? { gateway: gatewayId } : {}), ...more });
    return query.size > 0 ? `/gateways/undelivered?${query}` : "/gateways/undelivered";
  };
  return (
    <Page>
      <LiveRefresh topics={["delivery"]} />
      <UndeliveredHead />
      <UndeliveredList
        rows={page.rows}
        counts={new Map([...health].map(([id, { dead }]) => [id, dead]))}
        mayReplay={mayReplay(scope)}
      />
      <Pagination
        label="Pages of the log"
        newer={after ? { href: address({}), label: "Back to the newest" } : null}
        older={page.nextCursor ? { href: address({ cursor: page.nextCursor }), label: "Older" } : null}
      />
    </Page>
  );
}
