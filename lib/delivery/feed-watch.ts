import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import type { Watch } from "@/lib/live/waiting-room";
import { FEED_START, type FeedPlace, findFeedPlace } from "./feed-cursor";

type FeedReader = { gatewayId: string; tenants: readonly string[]; after: FeedPlace };

const system = systemScope("waiting");

export function feedReader(
  { gatewayId, tenants }: Pick<FeedReader, "gatewayId" | "tenants">,
  cursor: string | undefined,
): FeedReader {
  return { gatewayId, tenants, after: (cursor === undefined ? null : findFeedPlace(cursor)) ?? FEED_START };
}

/** For gateways that long-poll their feeds: which have new events after their position. */
export const FEED_READERS: Watch<FeedReader> = {
  name: "feeds",
  moved: async (readers) => {
    const rows = await read(
      system,
      (tx) => tx.$queryRaw<{ at: number }[]>`
        select (w.n - 1)::int as at
        from unnest(${readers.map((one) => one.gatewayId)}::uuid[], ${readers.map((one) => one.tenants.join(","))}::text[],
                    ${readers.map((one) => one.after.xid)}::text[], ${readers.map((one) => one.after.seq)}::text[])
             with ordinality as w (gateway_id, tenants, xid, seq, n)
        where exists (select 1 from outbox_events e
                      where e.tenant_id = any(string_to_array(w.tenants, ',')::uuid[]) and e.gateway_id = w.gateway_id
                        and (e.xid, e.seq) > (w.xid::xid8, w.seq::bigint))`,
    );
    return rows.map(({ at }) => at);
  },
};
