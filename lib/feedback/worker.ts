import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { wakeOn } from "@/lib/live/wait";

// Each new report adds its words to the issue. After deletions or moves, this worker reads them
// again.

const search = systemScope("search");

const READ_MAX = 20;

/** Rereads the words of issues that lost reports. Several workers may run it at once. */
async function readWords(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await readAnew()) === READ_MAX);
}

/**
 * Locks an issue like a report does, so that none is missed; a locked one waits for the next pass.
 * @returns how many issues it took
 */
export async function readAnew(): Promise<number> {
  return bookkeep(search, async (tx) => {
    const due = await tx.$queryRaw<{ tenantId: string; issueId: string }[]>`
      select i.tenant_id as "tenantId", i.id as "issueId" from feedback_issue_words_due d
      join feedback_issues i on i.tenant_id = d.tenant_id and i.id = d.issue_id
      limit ${READ_MAX}::int for no key update of i, d skip locked`;
    for (const { tenantId, issueId } of due) {
      await tx.$executeRaw`delete from feedback_issue_words_due where tenant_id = ${tenantId}::uuid and issue_id = ${issueId}::uuid`;
      await tx.$executeRaw`select gather_feedback_words(${tenantId}::uuid, ${issueId}::uuid)`;
    }
    return due.length;
  });
}

/** Runs when feedback changes, and every five minutes for expired reports. */
export const feedbackWords: Job = {
  name: "feedback words",
  ms: 5 * 60_000,
  gapMs: 1_000,
  wake: wakeOn("feedback"),
  runOnce: readWords,
};

const figures = systemScope("feedback figures");

// Weeks of tenants per pass, so that statements stay short.
const WEEKS_MAX = 100;
const TENANTS_MAX = 100;

/**
 * One pass: folds appended counts into one row per week and name. Concurrent passes delete what
 * they add, so nothing is counted twice.
 * @returns how many weeks of tenants were added up
 */
export async function foldCounts(): Promise<number> {
  return bookkeep(figures, async (tx) => {
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
 * The same for counts of issues, one row per state and growth.
 * @returns how many tenants' were added up
 */
export async function foldIssueCounts(): Promise<number> {
  return bookkeep(figures, async (tx) => {
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

/** One pass of both; returns whether more is left, so that no tenant waits forever. */
async function foldBoth(): Promise<boolean> {
  const weeks = await foldCounts();
  const tenants = await foldIssueCounts();
  return weeks === WEEKS_MAX || tenants === TENANTS_MAX;
}

export const feedbackFigures: Job = { name: "feedback figures", ms: 5 * 60_000, runOnce: foldBoth };
