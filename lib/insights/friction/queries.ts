import { peopleSaid, peopleWereAsked } from "@/lib/approvals/pace";
import { UNREAD_SECONDS } from "@/lib/approvals/types";
import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { InsightFilter } from "./list";
import { bucketsOf, countedOfEach, daysOfBar, figuresOfPersons, firstMoment, PACE_SECONDS } from "./rules";
import {
  FRICTION_DAYS,
  FRICTION_ROWS,
  type Friction,
  type FrictionFigures,
  type FrictionKind,
  type FrictionRow,
  type FrictionSort,
  type PacePart,
} from "./types";

type Read = {
  cutAt: Date | null;
  total: FrictionFigures;
  rows: FrictionRow[] | null;
  buckets: ({ from: string } & Record<PacePart, number>)[] | null;
};

const A = Prisma.raw("a");

type Reading = {
  tenants: readonly string[];
  now: Date;
  limit?: number;
  most?: number;
};

/**
 * The cost of decisions by tool, agent, gateway or approver, in one statement over each tenant's
 * newest decisions. Only that person and administrators see a person's figures.
 */
export async function getFriction(
  scope: UserScope,
  { by = "tool", days = FRICTION_DAYS.usual, sort = "calls" }: InsightFilter,
  { tenants, now, limit = FRICTION_ROWS.page, most = countedOfEach(tenants.length) }: Reading,
): Promise<Friction> {
  const asked = firstMoment(now, days - 1);
  const facts = by === "approver" ? votes(figuresOfPersons(scope)) : calls(by);
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<Read[]>`
      with ${counted({ tenants, most }, asked, now)}, facts as (${facts}),
      total as (select ${FIGURES} from (${calls("gateway")}) f),
      grouped as (
        select f.name, f.gateway_id, f.provider, f.user_id, min(f.tool_id::text) as "toolId", max(f.voter) as voter, ${FIGURES}, ${LOOKED}
        from facts f group by 1, 2, 3, 4
        order by ${ORDERS[sort]} desc nulls last, calls desc, 1, 2, 3, 4 limit ${limit + 1}::int),
      rows as (
        select ${NAMES[by]} as name, g.name as gateway, r.user_id as "personId", ${COLUMNS}
        from grouped r left join gateways g on g.id = r.gateway_id left join users u on u.id = r.user_id),
      paces as (${paces(asked, now)})
      select (select at from cut) as "cutAt", (select row_to_json(t) from total t) as total,
             (select json_agg(r order by ${sorted(sort)}) from rows r) as rows, (select json_agg(p) from paces p) as buckets`,
  );
  if (!row) throw new Error("the database counted nothing");
  const { cutAt, total, rows, buckets } = row;
  const since = cutAt ? new Date(cutAt.getTime() + 1) : asked;
  return {
    ...{ by, since, until: now, complete: cutAt === null, total },
    rows: (rows ?? []).slice(0, limit).map((one) => (by === "approver" ? { ...one, expired: null } : one)),
    more: (rows ?? []).length > limit,
    buckets: bucketsOf(buckets ?? [], asked, now).filter(({ to }) => to >= since.toISOString().slice(0, 10)),
  };
}

/**
 * Each tenant's newest ended calls that waited for people. If one exceeds the limit, all start at
 * the time from which none is missing: figures and lists must match.
 */
function counted(
  { tenants, most }: { tenants: readonly string[]; most: number },
  since: Date,
  until: Date,
): Prisma.Sql {
  return Prisma.sql`
    ended as materialized (
      select e.* from unnest(${[...tenants]}::uuid[]) as k(id) cross join lateral (
        select a.id, a.tenant_id, a.gateway_id, a.provider, a.tool, a.tool_id, a.agent, a.decision, a.revision, a.created_at, a.decided_at
        from approvals a
        where a.tenant_id = k.id and a.decision <> 'pending' and ${peopleWereAsked(A)}
          and a.decided_at >= ${since}::timestamptz and a.decided_at < ${until}::timestamptz
        order by a.decided_at desc, a.id desc limit ${most}::int) e),
    cut as (select max(oldest) as at from (
      select min(decided_at) as oldest from ended group by tenant_id having count(*) >= ${most}::int) full_ones),
    counted as (select a.*, ${peopleSaid(A)} as said from ended a
                where a.decided_at > coalesce((select at from cut), '-infinity'::timestamptz))`;
}

const KEYS: Record<Exclude<FrictionKind, "approver">, Prisma.Sql> = {
  tool: Prisma.sql`a.tool as name, a.gateway_id, a.provider, a.tool_id`,
  agent: Prisma.sql`a.agent as name, null::uuid as gateway_id, null::text as provider, null::uuid as tool_id`,
  gateway: Prisma.sql`null::text as name, a.gateway_id, null::text as provider, null::uuid as tool_id`,
};

const calls = (by: keyof typeof KEYS): Prisma.Sql => Prisma.sql`
  select ${KEYS[by]}, null::uuid as user_id, a.said as decided,
         case when a.said then extract(epoch from a.decided_at - a.created_at)::float8 end as wait,
         a.revision > 1 as edited, a.decision = 'rejected' as rejected, a.decision = 'changes_requested' as sent_back,
         a.decision = 'expired' as expired, a.decision = 'approved' and a.revision = 1 as kept, null::float8 as looked, null::text as voter
  from counted a`;

/** One row per call and person, by their newest vote. */
function votes(only: string | null): Prisma.Sql {
  const own = only === null ? Prisma.empty : Prisma.sql`and v.user_id = ${only}::uuid`;
  const isYes = Prisma.sql`v.verdict in ('approve', 'break_glass')`;
  return Prisma.sql`
    select distinct on (a.tenant_id, a.id, v.user_id)
           null::text as name, null::uuid as gateway_id, null::text as provider, null::uuid as tool_id, v.user_id, true as decided,
           extract(epoch from v.created_at - a.created_at)::float8 as wait,
           a.revision > 1 and exists (
             select 1 from approval_revisions r
             where r.tenant_id = a.tenant_id and r.approval_id = a.id and r.edited_by = v.user_id) as edited,
           v.verdict = 'reject' as rejected, v.verdict = 'request_changes' as sent_back, false as expired,
           ${isYes} and a.decision = 'approved' and a.revision = 1 as kept,
           case when ${isYes} then (v.seen->>'visible_ms')::float8 end as looked, v.user_name as voter
    from counted a join votes v on v.tenant_id = a.tenant_id and v.approval_id = a.id ${own}
    order by a.tenant_id, a.id, v.user_id, v.revision desc`;
}

const FIGURES = Prisma.sql`
  count(*)::int as calls, (count(*) filter (where f.decided))::int as decided,
  round((percentile_cont(0.5) within group (order by f.wait))::numeric, 3)::float8 as "medianSeconds",
  round((percentile_cont(0.9) within group (order by f.wait))::numeric, 3)::float8 as "p90Seconds",
  (count(*) filter (where f.wait < ${UNREAD_SECONDS}::int))::int as unread,
  (count(*) filter (where f.edited))::int as edited, (count(*) filter (where f.rejected))::int as rejected,
  (count(*) filter (where f.sent_back))::int as "sentBack", (count(*) filter (where f.expired))::int as expired,
  round(coalesce(sum(f.wait) filter (where f.kept), 0)::numeric, 3)::float8 as "waitedSeconds"`;

const LOOKED = Prisma.sql`
  case when count(f.looked) > 0 then json_build_object('timed', count(f.looked),
    'glanced', count(*) filter (where f.looked < ${UNREAD_SECONDS * 1_000}::int),
    'medianSeconds', floor(percentile_cont(0.5) within group (order by f.looked) / 100) / 10) end as looked`;

const NAMES: Record<FrictionKind, Prisma.Sql> = {
  tool: Prisma.sql`r.name`,
  agent: Prisma.sql`r.name`,
  gateway: Prisma.sql`g.name`,
  approver: Prisma.sql`coalesce(u.name, r.voter)`,
};

const COLUMNS = Prisma.sql`
  r.provider, r."toolId", r.calls, r.decided, r."medianSeconds", r."p90Seconds", r.unread, r.edited, r.rejected, r."sentBack",
  r.expired, r."waitedSeconds", r.looked`;

const ORDERS: Record<FrictionSort, Prisma.Sql> = {
  calls: Prisma.sql`calls`,
  median: Prisma.sql`"medianSeconds"`,
  p90: Prisma.sql`"p90Seconds"`,
  unread: Prisma.sql`unread`,
  edited: Prisma.sql`edited`,
  rejected: Prisma.sql`rejected`,
  sent_back: Prisma.sql`"sentBack"`,
  expired: Prisma.sql`expired`,
  waited: Prisma.sql`"waitedSeconds"`,
};

const sorted = (sort: FrictionSort): Prisma.Sql =>
  Prisma.sql`r.${ORDERS[sort]} desc nulls last, r.calls desc, r.name, r.gateway, r.provider, r."personId"`;

/** Decision times by the day or week of the calls' end. */
function paces(since: Date, until: Date): Prisma.Sql {
  const { minutes, hour } = PACE_SECONDS;
  const within = (seconds: number) => Prisma.sql`wait < ${seconds}::int`;
  // Formats a day once per bar, not per call.
  return Prisma.sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as "from", unread, minutes, hour, longer, expired from (
      select date_bin(make_interval(days => ${daysOfBar(since, until)}::int), d.decided_at, ${since}::timestamptz) as at,
             (count(*) filter (where ${within(UNREAD_SECONDS)}))::int as unread,
             (count(*) filter (where not ${within(UNREAD_SECONDS)} and ${within(minutes)}))::int as minutes,
             (count(*) filter (where not ${within(minutes)} and ${within(hour)}))::int as hour,
             (count(*) filter (where not ${within(hour)}))::int as longer,
             (count(*) filter (where d.decision = 'expired'))::int as expired
      from (select a.decided_at, a.decision,
                   case when a.said then extract(epoch from a.decided_at - a.created_at)::float8 end as wait from counted a) d
      group by 1) bars`;
}
