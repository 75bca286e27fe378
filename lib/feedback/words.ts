import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { wakeOn } from "@/lib/live/wait";

// The words of an issue are kept with each report that arrives. Where reports went, deleted or moved, they are read anew here.

const scope = systemScope("search");

const READ_MAX = 20;

/** Reads the words of issues that lost reports, until none is left. Any number of workers may run it at once. */
async function runOnce(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await readAnew()) === READ_MAX);
}

/**
 * An issue is locked as reports lock it, so that none arrives unread meanwhile; one that others hold is left for the next pass.
 * @returns how many issues it took in hand
 */
export async function readAnew(): Promise<number> {
  return bookkeep(scope, async (tx) => {
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

/** Looks whenever feedback changes, and every five minutes for what was deleted for its age. */
export const feedbackWords: Job = {
  name: "feedback words",
  ms: 5 * 60_000,
  gapMs: 1_000,
  wake: wakeOn("feedback"),
  runOnce,
};
