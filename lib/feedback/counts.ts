import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";

const scope = systemScope("feedback figures");

// Weeks of tenants in one pass, so that no statement takes long.
const WEEKS_MAX = 100;

/**
 * One pass: the sums that statements appended are added up, a row for each week and name. Of two passes at once each adds up what it
 * took away itself, so nothing is counted twice.
 * @returns how many rows were taken away
 */
export async function foldCounts(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const [done] = await tx.$queryRaw<{ gone: number }[]>`
      with due as materialized (
        select distinct tenant_id, week from feedback_counts where not folded limit ${WEEKS_MAX}::int),
      gone as (
        delete from feedback_counts c using due where c.tenant_id = due.tenant_id and c.week = due.week
        returning c.tenant_id, c.week, c.kind, c.name, c.reports),
      kept as (
        insert into feedback_counts (tenant_id, week, kind, name, reports, folded)
        select tenant_id, week, kind, name, sum(reports), true from gone group by 1, 2, 3, 4 having sum(reports) <> 0)
      select count(*)::int as gone from gone`;
    return done?.gone ?? 0;
  });
}

export const feedbackFigures: Job = { name: "feedback figures", ms: 5 * 60_000, runOnce: foldCounts };
