import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change, ingest, isDatabaseUnavailable, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { wakeOn } from "@/lib/live/wait";
import { announceSampleEnd, removeSampleRows } from "./removal";
import { LEASE_SECONDS, type Part, SAMPLE, type SampleOrder, TELL_MS } from "./types";

const scope = systemScope("sample workspace");

const ERROR_MAX = 500;

/** One step of making a sample workspace, small enough to be one transaction. `write` answers how many rows it wrote. */
export type SampleStep = { part: Part; write: (tx: Tx) => Promise<number> };

/**
 * What makes the rows: all steps of an order, in order. It is handed in by the program that runs this worker, because the
 * made-up data is a program of its own that this one knows nothing of.
 */
export type MakeSample = (order: SampleOrder) => SampleStep[];

type Claimed = SampleOrder & { leaseId: string; state: "loading" | "removing"; done: number };

/** One look: makes or removes a sample workspace if that was asked for. @returns whether there was something to do */
export async function runOnce(make: MakeSample, signal?: AbortSignal): Promise<boolean> {
  const claimed = await claim(newId());
  if (!claimed) return false;
  await work(claimed, make, signal);
  return true;
}

/**
 * Makes or removes what was claimed, step by step, until it is done, the signal comes, or another process took the lease. A step
 * is one transaction with its progress: after a crash, another process goes on with the next.
 */
export async function work(claimed: Claimed, make: MakeSample, signal?: AbortSignal): Promise<void> {
  try {
    if (claimed.state === "removing") await removeSampleRows(claimed.leaseId, signal);
    else if (await load(claimed, make(claimed), signal)) await finish(claimed.leaseId);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error }, "the sample workspace could not be finished, trying again");
    await note(claimed.leaseId, error);
  }
}

/** What the lease is for; null when it is not (any more) ours. */
export function claim(leaseId: string, held = false): Promise<Claimed | null> {
  return bookkeep(scope, async (tx) => {
    const [row] = await tx.$queryRaw<Claimed[]>`
      update sample_workspace
      set lease_id = ${leaseId}::uuid,
          lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      where state in ('loading', 'removing')
        and case when ${held}::boolean then lease_id = ${leaseId}::uuid
                 else lease_until is null or lease_until < clock_timestamp() end
      returning lease_id as "leaseId", state, seed, anchor_at as "anchorAt", pending, calls, done`;
    return row ?? null;
  });
}

/** Takes the steps that are left. @returns whether none is */
async function load(
  { leaseId, done }: Claimed,
  steps: readonly SampleStep[],
  signal?: AbortSignal,
): Promise<boolean> {
  let toldAt = 0;
  for (const [index, step] of steps.entries()) {
    if (index < done) continue;
    if (signal?.aborted) return false;
    const tell = Date.now() - toldAt > TELL_MS;
    if (tell) toldAt = Date.now();
    const still = await ingest(scope, async (tx) => {
      // First, so that this row's lock keeps a removal from beginning in the middle of a step.
      const mine = await tx.$executeRaw`
        update sample_workspace
        set part = ${step.part}, done = ${index + 1}::int, total = ${steps.length + 1}::int, error = null,
            lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
        where lease_id = ${leaseId}::uuid and state = 'loading'`;
      if (mine === 0) return false;
      const written = await step.write(tx);
      await tx.$executeRaw`update sample_workspace set rows = rows + ${written}::int`;
      if (tell) await announce(tx, "sample", NO_TENANT, NO_TENANT);
      return true;
    });
    if (!still) return false;
  }
  return true;
}

async function finish(leaseId: string): Promise<void> {
  await change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ rows: bigint; startedBy: string }[]>`
      update sample_workspace set state = 'loaded', part = null, done = total, finished_at = clock_timestamp(),
                                  lease_id = null, lease_until = null, error = null
      where lease_id = ${leaseId}::uuid and state = 'loading' returning rows, started_by as "startedBy"`;
    if (!row) return;
    const details = { rows: row.rows.toString(), asked_by: row.startedBy };
    await announceSampleEnd(tx);
    await recordActivity(tx, scope, "sample.loaded", SAMPLE, details);
  });
}

/** The next try comes when the lease is over. */
async function note(leaseId: string, error: unknown): Promise<void> {
  const words = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
  await bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      update sample_workspace set error = ${words.slice(0, ERROR_MAX).toWellFormed()}
      where lease_id = ${leaseId}::uuid`;
    await announce(tx, "sample", NO_TENANT, NO_TENANT);
  });
}

/** What is done as soon as a sample is loaded, so that its pages need not wait for the next pass of those who do it. */
type AfterLoading = (signal: AbortSignal) => Promise<unknown>;

/** Notifications wake it; the period is for those that get lost, and for work that another process left. */
export const sampleJob = (make: MakeSample, after: AfterLoading): Job => ({
  name: "sample",
  ms: 60_000,
  runOnce: async (signal) => {
    if (await runOnce(make, signal)) await after(signal);
  },
  wake: wakeOn("sample"),
});
