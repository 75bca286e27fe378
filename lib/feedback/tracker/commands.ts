import { requireRole } from "@/lib/auth/guards";
import { bookkeep } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getIssueView } from "../inbox/queries";
import { taskMarkdown } from "../task/markdown";
import { getIssueTask } from "../task/queries";
import { triageIssues } from "../triage/commands";
import type { TriageOutcome } from "../triage/outcome";
import { itemTitle } from "./draft";
import { ownTracker } from "./github";
import type { Tracker } from "./types";

// Longer than a tracker has for its answer: whoever asks again after it is not asking twice.
const ASKING_SECONDS = 30;

/**
 * Makes an item of an issue in the tracker of this installation and links the two. Nothing is kept open while the tracker is asked.
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT without a tracker, while another is made, or where one is linked; UNAVAILABLE
 * when the tracker did not make one
 */
export async function createTrackerItem(
  scope: UserScope,
  id: string,
  tracker: Tracker | null = ownTracker(),
): Promise<TriageOutcome> {
  requireRole(scope, "admin", "triager");
  const task = await getIssueTask(scope, id);
  if (!tracker?.connected)
    throw new DomainError(
      "CONFLICT",
      "No tracker is connected here. Nothing was made; link an item by its address.",
    );
  if (task.issue.id !== id || !(await reserve(scope, id)))
    throw new DomainError(
      "CONFLICT",
      "This issue has an item, was merged, or one is being made for it at this moment. Nothing was made.",
    );
  const made = await tracker.create({
    title: itemTitle(task.issue),
    body: taskMarkdown({ ...task, calls: [] }),
  });
  if (!made.ok) {
    const retryAfter = made.retryAfterMs === null ? undefined : Math.ceil(made.retryAfterMs / 1_000);
    const when = retryAfter === undefined ? "Try again later" : `Try again in ${retryAfter} s`;
    throw new DomainError(
      "UNAVAILABLE",
      `${tracker.name} made no item that we know of: ${made.why} ${when}, or link one by its address.`,
      { retryAfter },
    );
  }
  const seen = (await getIssueView(scope, id)).updatedAt.toISOString();
  const outcome = await triageIssues(scope, { verb: "track", items: [{ id, seen }], url: made.value });
  if (outcome.left.length > 0)
    throw new DomainError(
      "CONFLICT",
      `The item was made (${made.value}), but somebody changed the issue at that moment, so it is not linked. Link it by its address.`,
    );
  return outcome;
}

/** Of several who ask at once, one may go on. */
async function reserve(scope: UserScope, id: string): Promise<boolean> {
  const reserved = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update feedback_issues i set tracker_asked_at = clock_timestamp()
      where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid and i.tracker_url is null
        and (i.tracker_asked_at is null or i.tracker_asked_at < clock_timestamp() - make_interval(secs => ${ASKING_SECONDS}::int))`,
  );
  return reserved === 1;
}
