import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";

const scope = systemScope("feedback figures");

// Weeks of tenants in one pass, so that no statement takes long.
const WEEKS_MAX = 100;
const TENANTS_MAX = 100;

/**
 * One pass: the sums that statements appended are added up, a row for each week and name. Of two passes at once each adds up what it
 * took away itself, so nothing is counted twice.
 * @returns how many weeks of tenants were added up
 */
export async function foldCounts(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const [done] = await tx.$queryRaw<{ due: number }[]>`
      with due as materialized (
        select distinct tenant_id, week from feedback_counts where not folded limit ${WEEKS_MAX}::int),
      gone as (
        delete from feedback_counts c using due where c.tenant_id = due.tenant_id and c.week = due.week
        returning c.tenant_id, c.week, c.kind, c.name, c.reports),
      kept as (
        insert into feedback_counts (tenant_id, week, kind, name, reports, folded)
        select tenant_id, week, kind, name, sum(reports), true from gone group by 1, 2, 3, 4 having sum(reports) <> 0)
      select count(*)::int as due from due`;
    return done?.due ?? 0;
  });
}

/**
 * The same of the sums of issues, a row for each state and growth.
 * @returns how many tenants' were added up
 */
export async function foldIssueCounts(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const [done] = await tx.$queryRaw<{ due: number }[]>`
      with due as materialized (
        select distinct tenant_id from feedback_issue_counts where not folded limit ${TENANTS_MAX}::int),
      gone as (
        delete from feedback_issue_counts c using due where c.tenant_id = due.tenant_id
        returning c.tenant_id, c.state, c.growing, c.issues),
      kept as (
        insert into feedback_issue_counts (tenant_id, state, growing, issues, folded)
        select tenant_id, state, growing, sum(issues), true from gone group by 1, 2, 3 having sum(issues) <> 0)
      select count(*)::int as due from due`;
    return done?.due ?? 0;
  });
}

/** One pass of both. Returns whether more wait: with many tenants those that come last would wait for good. */
async function runOnce(): Promise<boolean> {
  const weeks = await foldCounts();
  const tenants = await foldIssueCounts();
  return weeks === WEEKS_MAX || tenants === TENANTS_MAX;
}

export const feedbackFigures: Job = { name: "feedback figures", ms: 5 * 60_000, runOnce };
