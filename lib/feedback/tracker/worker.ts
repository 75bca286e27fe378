import { recordActivities } from "@/lib/activity/record";
import { bookkeep, change } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { type Before, deedsOf, type Stored } from "../triage/commands";
import { TRANSITIONS } from "../triage/rules";
import { ownTracker } from "./github";
import type { Tracker } from "./types";

const scope = systemScope("feedback");

const EVERY_MS = 2 * 60_000;
const FRESH_MINUTES = 10;
// Per pass, in sequence: stays below a token's limit of 5,000 requests an hour.
const ASKED_MAX = 50;

type Due = { id: string; tenantId: string; url: string; state: string | null };

/**
 * One pass: polls the least recently polled items, and resolves the issue of a closed one.
 * @returns milliseconds for which the tracker asks to wait
 */
export async function refreshItems(tracker: Tracker, signal?: AbortSignal): Promise<number> {
  for (const item of await takeDue(tracker)) {
    if (signal?.aborted) return 0;
    const answer = await tracker.readState(item.url);
    if (answer.ok && answer.value !== item.state) await note(item, answer.value);
    // The rest of this pass follows once it is due again.
    if (!answer.ok && answer.retryAfterMs !== null) return answer.retryAfterMs;
  }
  return 0;
}

/** Marks items as polled, so that concurrent workers do not repeat them. */
function takeDue({ itemsAt }: Tracker): Promise<Due[]> {
  return bookkeep(
    scope,
    (tx) => tx.$queryRaw<Due[]>`
      update feedback_issues i set tracker_checked_at = clock_timestamp()
      where (i.tenant_id, i.id) in (
        select d.tenant_id, d.id from feedback_issues d
        where d.tracker_url is not null and starts_with(d.tracker_url, ${itemsAt})
          and (d.tracker_checked_at is null or d.tracker_checked_at < clock_timestamp() - make_interval(mins => ${FRESH_MINUTES}::int))
        order by d.tracker_checked_at nulls first limit ${ASKED_MAX}::int for no key update skip locked)
      returning i.id, i.tenant_id as "tenantId", i.tracker_url as url, i.tracker_state as state`,
  );
}

async function note(item: Due, state: "open" | "closed"): Promise<void> {
  if (state === "closed" && (await resolveClosed(item))) return;
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update feedback_issues i set tracker_state = ${state}
      where i.tenant_id = ${item.tenantId}::uuid and i.id = ${item.id}::uuid and i.tracker_url = ${item.url}`,
  );
}

/** Only once per closing, so that a person can reopen the issue. Skips snoozed and closed ones. */
function resolveClosed({ id, tenantId, url }: Due): Promise<boolean> {
  return change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<Stored[]>`
      select to_jsonb(i) as row, i.updated_at as "updatedAt" from feedback_issues i
      where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid and i.tracker_url = ${url}
        and i.tracker_state is distinct from 'closed' and i.state = any(${[...TRANSITIONS.resolve.from]}::text[])
      for no key update`;
    if (!row) return false;
    const before: Before[] = [{ ...row.row, updatedAt: row.updatedAt }];
    const after = await tx.$queryRaw<Stored[]>`
      update feedback_issues i set state = 'resolved', fixed_at = clock_timestamp(), decline_reason = null, tracker_state = 'closed',
        triaged_at = coalesce(triaged_at, clock_timestamp()),
        updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
      where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid
      returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
    await recordActivities(tx, scope, deedsOf("issue.resolved", { before, after }));
    return true;
  });
}

let quietUntil = 0;

async function runOnce(signal: AbortSignal): Promise<void> {
  const tracker = ownTracker();
  if (!tracker?.connected || Date.now() < quietUntil) return;
  const wait = await refreshItems(tracker, signal);
  quietUntil = Date.now() + wait;
}

export const trackers: Job = { name: "tracker items", ms: EVERY_MS, runOnce };
