import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import { Prisma } from "@/lib/generated/prisma/client";
import { COURSE_DAYS, REPORTS_TOLD_APART } from "./types";

/**
 * Reports of an issue and of merged ones on each of the last 14 days (UTC), oldest first, as a
 * column. Empty without any, and with so many that older days would look empty.
 */
export function courseOf(issue: Prisma.Sql): Prisma.Sql {
  // A day more, because the database's clock may differ. The index then reads nothing older.
  const first = firstIdOfDay(new Date(Date.now() - (COURSE_DAYS + 1) * DAY_MS).toISOString().slice(0, 10));
  const ago = Prisma.sql`(statement_timestamp() at time zone 'UTC')::date - (s.created_at at time zone 'UTC')::date`;
  return Prisma.sql`(
    select case when sum(n.reports) between 1 and ${REPORTS_TOLD_APART - 1}::int
             then array_agg(coalesce(n.reports, 0) order by d.ago desc) else '{}' end
    from generate_series(0, ${COURSE_DAYS - 1}::int) d(ago) left join (
      select s.ago, count(*)::int as reports
      from feedback_members(${issue}.tenant_id, ${issue}.id) m cross join lateral (
        select ${ago} as ago from feedback_submissions s
        where s.tenant_id = ${issue}.tenant_id and s.issue_id = m.id and s.id >= ${first}::uuid
        order by s.id desc limit ${REPORTS_TOLD_APART}::int) s
      group by 1) n on n.ago = d.ago)`;
}
