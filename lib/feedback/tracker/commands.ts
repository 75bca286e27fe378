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

// Longer than the tracker's timeout, so that a later request is no duplicate.
const ASKING_SECONDS = 30;

/**
 * Creates an item for an issue in the configured tracker and links the two. Holds no transaction
 * during the request.
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT without a tracker, while another is made, or
 * where one is linked; UNAVAILABLE when the tracker did not make one
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
  if (task.issue.id !== id)
    throw new DomainError(
      "CONFLICT",
      `This issue was merged into ${task.issue.ref}. Nothing was made; make the item there.`,
    );
  const askedAt = await reserve(scope, id);
  if (!askedAt) throw await whyReserved(scope, id);
  try {
    return await makeAndLink(scope, task, tracker);
  } finally {
    await release(scope, id, askedAt);
  }
}

async function makeAndLink(
  scope: UserScope,
  task: Awaited<ReturnType<typeof getIssueTask>>,
  tracker: Tracker,
): Promise<TriageOutcome> {
  const { id } = task.issue;
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
  const { triage, updatedAt } = await getIssueView(scope, id);
  if (triage.tracker)
    throw new DomainError(
      "CONFLICT",
      `The item was made (${made.value}), but another person linked another one meanwhile: ${triage.tracker.url}. That link stays.`,
    );
  // A link that another person adds after this read changes the issue, so it is kept.
  const seen = updatedAt.toISOString();
  const outcome = await triageIssues(scope, { verb: "track", items: [{ id, seen }], url: made.value });
  if (outcome.left.length > 0)
    throw new DomainError(
      "CONFLICT",
      `The item was made (${made.value}), but another person changed the issue at that moment, so it is not linked. Link it by its address.`,
    );
  return outcome;
}

/** Lets one of several concurrent requests continue; returns its start time. */
async function reserve(scope: UserScope, id: string): Promise<Date | null> {
  const [reserved] = await bookkeep(
    scope,
    (tx) => tx.$queryRaw<{ askedAt: Date }[]>`
      update feedback_issues i set tracker_asked_at = clock_timestamp()
      where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid and i.tracker_url is null
        and (i.tracker_asked_at is null or i.tracker_asked_at < clock_timestamp() - make_interval(secs => ${ASKING_SECONDS}::int))
      returning i.tracker_asked_at as "askedAt"`,
  );
  return reserved?.askedAt ?? null;
}

async function whyReserved(scope: UserScope, id: string): Promise<DomainError> {
  const { tracker } = (await getIssueView(scope, id)).triage;
  return new DomainError(
    "CONFLICT",
    tracker
      ? `This issue has an item already: ${tracker.url}. Nothing was made.`
      : "An item of this issue is being made at this moment. Nothing was made twice; reload the page.",
  );
}

/** Lets the next request continue, also soon after a failure or an unlink. */
async function release(scope: UserScope, id: string, askedAt: Date): Promise<void> {
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update feedback_issues i set tracker_asked_at = null
      where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid
        and i.tracker_asked_at = ${askedAt.toISOString()}::timestamptz`,
  );
}
