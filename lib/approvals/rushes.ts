import { read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { Rush } from "./types";

// Detects people who approve faster than anyone can read. Only reported to administrators; it
// blocks nothing.

/** Approvals that cannot all have been read: forty in a minute leave 1.5 seconds each. */
const RUSH_PRESSES = 40;
const RUSH_SECONDS = 60;

const RUSH_DAYS = 30;

// The newest approvals of one tenant that are read; more in a month are not made by hand.
const VOTES_LOOKED_AT = 20_000;

// One press approves the calls of a table in sequence; a longer gap means another press. Also the
// maximum delay between a vote and its decision in the trail.
const ONE_PRESS_SECONDS = 10;

/**
 * For each person who rushed in the tenants of the scope, the minute with most presses. Calls
 * approved from one table count as one press: consecutive votes with the same viewing time to the
 * millisecond. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listRushes(scope: UserScope): Promise<Map<string, Rush>> {
  assertMayAdministerAll(scope, "see how other people approve");
  const since = new Date(Date.now() - RUSH_DAYS * DAY_MS);
  const minute = Prisma.sql`(partition by user_id order by at range between current row and make_interval(secs => ${RUSH_SECONDS}::int) following)`;
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<(Rush & { userId: string })[]>`
      with approving as (
        select v.* from unnest(${[...scope.tenants]}::uuid[]) as k(id) cross join lateral (
          select v.id, v.user_id, v.created_at as at, coalesce(v.seen->>'way' = 'table', false) as together,
                 v.seen->>'visible_ms' as visible, v.seen->>'still_ms' as still
          from votes v where v.tenant_id = k.id and v.id >= ${firstIdOfDay(since.toISOString().slice(0, 10))}::uuid
            and v.created_at >= ${since}::timestamptz and v.verdict in ('approve', 'break_glass')
          order by v.id desc limit ${VOTES_LOOKED_AT}::int) v),
      numbered as (
        select a.*, (count(*) filter (where a.begins) over (partition by user_id, together order by at, id)) as press from (
          select a.*, not together or lag(at) over w is null or at > lag(at) over w + make_interval(secs => ${ONE_PRESS_SECONDS}::int)
                 or (visible, still) is distinct from (lag(visible) over w, lag(still) over w) as begins
          from approving a window w as (partition by user_id, together order by at, id)) a),
      presses as (
        select user_id, min(at) as at, max(at) as ended, count(*) as calls from numbered group by user_id, together, press),
      minutes as (
        select user_id, at, count(*) over ${minute} as presses, sum(calls) over ${minute} as calls, max(ended) over ${minute} as ended
        from presses)
      select distinct on (user_id) user_id as "userId", presses::int as presses, calls::int as calls, at as since,
             ended + make_interval(secs => ${ONE_PRESS_SECONDS}::int) as until
      from minutes where presses >= ${RUSH_PRESSES}::int order by user_id, presses desc, at desc`,
  );
  return new Map(rows.map(({ userId, ...rush }) => [userId, rush]));
}
