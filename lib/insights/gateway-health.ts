import { readList, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { FEED_START, findFeedPlace } from "@/lib/delivery/feed-cursor";
import { KEY_IDLE_DAYS } from "@/lib/gateways/types";
import { Prisma } from "@/lib/generated/prisma/client";
import { type GatewayHealth, HEALTH_COUNT_MAX } from "./types";

type HealthRow = Omit<GatewayHealth, "feed"> & { feedAt: Date | null; feedPath: string | null };

/** How gateways are doing, as far as the scope's tenants show. */
export async function listHealth(
  scope: UserScope,
  gatewayIds: readonly string[],
): Promise<Map<string, GatewayHealth>> {
  if (gatewayIds.length === 0) return new Map();
  const seen = Prisma.sql`any(${[...scope.tenants]}::uuid[])`;
  return readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<HealthRow[]>`
      select g.id as "gatewayId", greatest(keys.used, asked.at) as "lastRequestAt", told.at as "lastToldAt",
             failed.hour as "failuresHour", failed.day as "failuresDay", owed.n as owed, dead.n as dead, refused.n as "refusedDay",
             keys.active as "activeKeys", keys.idle as "idleKeys", keys.ending as "endingKeys",
             feed.at as "feedAt", feed.path as "feedPath"
      from unnest(${[...gatewayIds]}::uuid[]) as g(id) ${ofKeys(seen)} ${ofRequests(scope, seen)} ${ofDeliveries(seen)}`;
    const behind = await countPast(tx, seen, rows);
    return new Map(
      rows.map(({ feedAt, feedPath: _, ...row }) => [
        row.gatewayId,
        { ...row, feed: feedAt && { readAt: feedAt, behind: behind.get(row.gatewayId) ?? 0 } },
      ]),
    );
  });
}

// One above the displayed maximum, so that "more than" is true.
const MOST = Prisma.sql`${HEALTH_COUNT_MAX + 1}::int`;

function ofKeys(seen: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    cross join lateral (
      select count(*) filter (where live)::int as active,
             count(*) filter (where live and coalesce(last_used_at, created_at)
               < clock_timestamp() - make_interval(days => ${KEY_IDLE_DAYS}::int))::int as idle,
             count(*) filter (where live and ends_at < clock_timestamp() + interval '1 day')::int as ending,
             max(last_used_at) as used
      from (select k.*, k.revoked_at is null and (k.ends_at is null or k.ends_at > clock_timestamp()) as live
            from api_keys k where k.gateway_id = g.id and exists (
              select 1 from api_key_tenants x where x.api_key_id = k.id and x.tenant_id = ${seen})) k) keys`;
}

function ofRequests(scope: UserScope, seen: Prisma.Sql): Prisma.Sql {
  const own = scope.unlimited
    ? Prisma.sql`r.gateway_id = g.id`
    : Prisma.sql`r.gateway_id = g.id and r.tenant_id = ${seen}`;
  return Prisma.sql`
    left join lateral (select at from gateway_requests r where ${own} order by r.id desc limit 1) asked on true
    left join lateral (
      select at, path from gateway_requests r
      where ${own} and r.path like '/api/v1/events%' and r.status < 400 and r.at > clock_timestamp() - interval '1 day'
      order by r.id desc limit 1) feed on true
    cross join lateral (select count(*)::int as n from (
      select 1 from gateway_requests r where ${own} and r.status >= 400 and r.at > clock_timestamp() - interval '1 day'
      limit ${MOST}) x) refused`;
}

function ofDeliveries(seen: Prisma.Sql): Prisma.Sql {
  const own = Prisma.sql`d.gateway_id = g.id and d.tenant_id = ${seen}`;
  return Prisma.sql`
    left join lateral (select finished_at as at from deliveries d where ${own} and d.state = 'delivered'
      order by finished_at desc limit 1) told on true
    cross join lateral (
      select count(*)::int as day, count(*) filter (where started_at > clock_timestamp() - interval '1 hour')::int as hour from (
        select a.started_at from delivery_attempts a join deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
        where a.tenant_id = ${seen} and a.started_at > clock_timestamp() - interval '1 day'
          and (a.status is null or a.status not between 200 and 299) and ${own}
        order by a.started_at desc limit ${MOST}) a) failed
    cross join lateral (select count(*)::int as n from (
      select 1 from deliveries d where ${own} and d.state in ('waiting', 'sending') limit ${MOST}) x) owed
    cross join lateral (select count(*)::int as n from (
      select 1 from deliveries d where ${own} and d.state = 'dead' limit ${MOST}) x) dead`;
}

/** The number of events after each gateway's last read of its feed, in one statement. */
async function countPast(
  tx: Tx,
  seen: Prisma.Sql,
  rows: readonly HealthRow[],
): Promise<ReadonlyMap<string, number>> {
  const feeds = rows.flatMap(({ gatewayId, feedAt, feedPath }) =>
    feedAt ? [{ id: gatewayId, at: feedAt, ...placeOf(feedPath) }] : [],
  );
  if (feeds.length === 0) return new Map();
  const found = await tx.$queryRaw<{ id: string; n: number }[]>`
    select f.id, behind.n
    from json_to_recordset(${JSON.stringify(feeds)}::json) as f(id uuid, at timestamptz, xid text, seq bigint)
    cross join lateral (select count(*)::int as n from (
      select 1 from outbox_events e
      where e.tenant_id = ${seen} and e.gateway_id = f.id and (e.xid, e.seq) > (f.xid::xid8, f.seq) and e.created_at > f.at
      limit ${MOST}) x) behind`;
  return new Map(found.map(({ id, n }) => [id, n]));
}

/** The start position of a feed read: later events that its response lacked count. */
function placeOf(path: string | null): { xid: string; seq: string } {
  const after = new URL(path ?? "/", "http://feed").searchParams.get("after");
  const { xid, seq } = (after && findFeedPlace(after)) || FEED_START;
  return { xid: String(xid), seq: String(seq) };
}
