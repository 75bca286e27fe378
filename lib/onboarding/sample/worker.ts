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

export type SampleStep = { part: Part; write: (tx: Tx) => Promise<number> };

/**
 * All steps of an order. The program that runs this worker provides it, because the sample data is
 * outside lib.
 */
export type MakeSample = (order: SampleOrder) => SampleStep[];

type Claimed = SampleOrder & { leaseId: string; state: "loading" | "removing"; done: number };

/**
 * Creates or removes a sample if requested.
 * @returns whether there was work
 */
export async function runOnce(make: MakeSample, signal?: AbortSignal): Promise<boolean> {
  const claimed = await claim(newId());
  if (!claimed) return false;
  await work(claimed, make, signal);
  return true;
}

/**
 * Creates or removes a claimed sample step by step, until done, the signal, or a lost lease. Each
 * step commits with its progress, so another process can continue after a crash.
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

/** The work of a lease; null if it is not ours. */
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

/**
 * Runs the remaining steps.
 * @returns whether none is left
 */
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
      // First, so that its row lock prevents a removal during the step.
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

/** The next try starts when the lease expires. */
async function note(leaseId: string, error: unknown): Promise<void> {
  const words = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
  await bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      update sample_workspace set error = ${words.slice(0, ERROR_MAX).toWellFormed()}
      where lease_id = ${leaseId}::uuid`;
    await announce(tx, "sample", NO_TENANT, NO_TENANT);
  });
}

/** Runs after loading, so that pages do not wait for the next pass of other workers. */
type AfterLoading = (signal: AbortSignal) => Promise<unknown>;

/** Notifications wake it. The interval covers lost ones and work of other processes. */
export const sampleJob = (make: MakeSample, after: AfterLoading): Job => ({
  name: "sample",
  ms: 120_000,
  runOnce: async (signal) => {
    if (await runOnce(make, signal)) await after(signal);
  },
  wake: wakeOn("sample"),
});
