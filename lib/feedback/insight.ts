import { readList } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
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

// In one statement with its issues `i`, and in `l` what was merged into them.
const triaged = Prisma.sql`i.triaged_at >= least(i.first_seen_at, l.seen_at)`;

/** The figures above the inbox's, in one statement. */
export function getFeedbackInsight(
  scope: UserScope,
  tenant: string | undefined,
  now: Date,
): Promise<FeedbackInsight> {
  const since = { month: dayBefore(now, MONTH_DAYS), quarter: dayBefore(now, TRIAGE_DAYS) };
  // As instants: a day in a time zone would be worked out for each row.
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
      where i.tenant_id = any(${tenants}::uuid[]) and i.merged_into is null and i.reports > 0
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
