import { readList } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { issueRef, OPEN_STATES } from "./rules";
import { type FeedbackInsight, JUDGED_AFTER_DAYS } from "./types";

const MONTH_DAYS = 30;

const TRIAGE_DAYS = 90;

type Row = Omit<FeedbackInsight, "since" | "oldest" | "judged"> & {
  judged: boolean | null;
  oldest: { id: string; number: number; tenant: string; firstSeenAt: string } | null;
};

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

// For a statement with issues `i`, and the issues merged into them in `l`.
const triaged = Prisma.sql`i.triaged_at >= least(i.first_seen_at, l.seen_at)`;

// Recently reported issues only: enough for a trend.
const COURSE_ISSUES = 20_000;

const isReported = Prisma.sql`i.merged_into is null and i.reports > 0`;

/** The last months of thirty days, oldest first: UTC days, end exclusive. */
export function monthsUntil(now: Date, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = count - 1 - index;
    return {
      from: dayBefore(now, MONTH_DAYS * (ago + 1)),
      to: dayBefore(now, MONTH_DAYS * ago),
    };
  });
}

/**
 * Distinct issues reported in each month, as one column: an array of counts. A duplicate counts as
 * its merge target; the newest month matches the figure above the inbox.
 */
export function uniqueFacts(
  tenants: readonly string[],
  months: readonly { from: string; to: string }[],
): Prisma.Sql {
  const earlier = months.slice(0, -1);
  const start = earlier[0]?.from ?? months.at(-1)?.from ?? "";
  const newest = months.at(-1)?.from ?? "";
  return Prisma.sql`(
    with i as materialized (
      select i.tenant_id, i.id, coalesce(i.merged_into, i.id) as root from feedback_issues i
      where i.tenant_id = any(${[...tenants]}::uuid[]) and i.last_seen_at >= ${`${start}T00:00:00Z`}::timestamptz
      order by i.last_seen_at desc limit ${COURSE_ISSUES}::int)
    select array(
      select count(distinct i.root) filter (where exists (
        select 1 from feedback_submissions s where s.tenant_id = i.tenant_id and s.issue_id = i.id and s.id >= m.first and s.id < m.next))::int
      from unnest(${earlier.map(({ from }) => firstIdOfDay(from))}::uuid[], ${earlier.map(({ to }) => firstIdOfDay(to))}::uuid[])
        with ordinality as m (first, next, at) left join i on true
      group by m.at order by m.at)
    || (select count(*)::int from feedback_issues i where i.tenant_id = any(${[...tenants]}::uuid[]) and ${isReported}
          and i.last_seen_at >= ${`${newest}T00:00:00Z`}::timestamptz))`;
}

/** The figures above the inbox's, in one statement. */
export function getFeedbackInsight(
  scope: UserScope,
  tenant: string | undefined,
  now: Date,
): Promise<FeedbackInsight> {
  const since = { month: dayBefore(now, MONTH_DAYS), quarter: dayBefore(now, TRIAGE_DAYS) };
  // Instants, because a day in a time zone would be computed per row.
  const [month, quarter] = [since.month, since.quarter].map((day) => `${day}T00:00:00Z`);
  const start = new Date(now.getTime() - JUDGED_AFTER_DAYS * DAY_MS).toISOString();
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const [row] = await tx.$queryRaw<Row[]>`
      with led as materialized (
        select m.merged_into as id, min(m.first_seen_at) as seen_at from feedback_issues m
        where m.tenant_id = any(${tenants}::uuid[]) and m.merged_into is not null group by 1)
      select (count(*) filter (where i.last_seen_at >= ${month}::timestamptz))::int as unique,
             (select min(t.first_row_at) < ${start}::timestamptz from tenants t where t.id = any(${tenants}::uuid[])) as judged,
             count(*)::int as reported,
             (count(*) filter (where i.answer is not null or i.workaround is not null or i.fixed_in is not null))::int as answered,
             (count(*) filter (where ${triaged}))::int as triaged,
             percentile_cont(0.5) within group (order by extract(epoch from i.triaged_at - least(i.first_seen_at, l.seen_at))::float8)
               filter (where ${triaged}) as "medianSeconds",
             (select json_build_object('id', f.id, 'number', f.number, 'tenant', t.key, 'firstSeenAt', f.seen_at)
              from (select o.tenant_id, o.id, o.number, least(o.first_seen_at, p.seen_at) as seen_at
                    from feedback_issues o left join led p on p.id = o.id
                    where o.tenant_id = any(${tenants}::uuid[]) and o.state = any(${[...OPEN_STATES]}::text[])
                    order by 4, 2 limit 1) f
              join tenants t on t.id = f.tenant_id) as oldest
      from feedback_issues i left join led l on l.id = i.id
      where i.tenant_id = any(${tenants}::uuid[]) and ${isReported}
        and i.last_seen_at >= ${quarter}::timestamptz`;
    if (!row) throw new Error("the database counted nothing");
    const { oldest, judged, ...figures } = row;
    return {
      ...figures,
      judged: judged ?? false,
      since,
      oldest: oldest && {
        id: oldest.id,
        ref: issueRef(oldest.number, oldest.tenant),
        firstSeenAt: new Date(oldest.firstSeenAt),
      },
    };
  });
}
