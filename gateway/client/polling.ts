import { CountersignError } from "./errors";
import { backoffMs, sleep } from "./http";
import type { Approval } from "./types";

export type CallOptions = { signal?: AbortSignal; attempts?: number };
export type GetApprovalOptions = CallOptions & {
  /** Seconds the server may hold the response, 0–55. */
  wait?: number;
};

export type WaitOptions = CallOptions & {
  /** Stops at this time and returns the current approval. Without it, waits indefinitely. */
  deadline?: Date;
  /** Seconds per long poll, 1–55. Shorter ones detect a dead connection sooner. */
  pollSeconds?: number;
};

/** `approval` is absent when nothing changed since `etag`. */
export type FetchedApproval = { approval?: Approval; etag?: string };
type Fetch = (conditions: GetApprovalOptions & { etag?: string }) => Promise<FetchedApproval>;

const POLL_SECONDS = 20;
/**
 * Pause after a poll that returns unchanged at once (a proxy that does not hold it), to avoid a
 * busy loop.
 */
const POLL_PAUSE_MS = 250;

/** The loop of `waitFor`: one plain request, then long polls that return only changes. */
export async function waitUntil(
  fetchApproval: Fetch,
  done: (approval: Approval) => boolean,
  options: WaitOptions,
): Promise<Approval> {
  const { signal, pollSeconds = POLL_SECONDS } = options;
  const deadline = options.deadline?.getTime() ?? Number.POSITIVE_INFINITY;
  const pause = (ms: number) => sleep(Math.max(0, Math.min(ms, deadline - Date.now())), signal);
  let latest: FetchedApproval = {};
  for (let failures = 0; ; ) {
    const startedAt = Date.now();
    const secondsLeft = Math.max(0, (deadline - startedAt) / 1000);
    const wait = latest.approval ? Math.floor(Math.min(pollSeconds, secondsLeft)) : 0;
    try {
      const next = await fetchApproval({ signal, wait, etag: latest.etag, attempts: 1 });
      failures = 0;
      const first = latest.approval === undefined;
      if (next.approval) latest = next;
      if (latest.approval && (done(latest.approval) || Date.now() >= deadline)) return latest.approval;
      if (!first) await pause(POLL_PAUSE_MS - (Date.now() - startedAt));
    } catch (error) {
      if (!(error instanceof CountersignError) || !error.retryable) throw error;
      if (Date.now() >= deadline) {
        if (latest.approval) return latest.approval;
        throw error;
      }
      await pause(Math.max((error.retryAfterSeconds ?? 0) * 1000, backoffMs(failures++)));
    }
  }
}
