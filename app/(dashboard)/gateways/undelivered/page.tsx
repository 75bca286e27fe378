import type { Metadata } from "next";
import { UndeliveredHead } from "@/components/gateways/deliveries/undelivered-head";
import { UndeliveredList } from "@/components/gateways/deliveries/undelivered-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Page } from "@/components/ui/page";
import { LAPSED } from "@/lib/approvals/callbacks";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { mayReplay } from "@/lib/delivery/commands";
import { listUndelivered } from "@/lib/delivery/failures";
import { undeliveredList } from "@/lib/delivery/list";
import { listHealth } from "@/lib/insights/gateway-health";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Undelivered decisions" };

export default async function UndeliveredPage({ searchParams }: Props) {
  const scope = await requireUser("/gateways/undelivered");
  const { filter, problems } = undeliveredList.parse(await searchParams);
  const asked = { gatewayId: filter.gateway, cursor: filter.cursor };
  const page = await listUndelivered(scope, LAPSED, asked);
  const health = await listHealth(scope, [...new Set(page.rows.map((row) => row.gatewayId))]);
  return (
    <Page>
      <LiveRefresh topics={["delivery"]} />
      <UndeliveredHead />
      <ListNotice problems={problems} />
      <UndeliveredList
        rows={page.rows}
        counts={new Map([...health].map(([id, { dead }]) => [id, dead]))}
        mayReplay={mayReplay(scope)}
      />
      <Paging
        list={undeliveredList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of the log"
        newest="Back to the newest"
        older="Older"
      />
    </Page>
  );
}
