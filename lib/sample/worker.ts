import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change, ingest, isDatabaseUnavailable, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { wakeOn } from "@/lib/live/wait";
import { LEASE_SECONDS } from "./commands";
import { deskOf, noteSampleOffenders, takeStep } from "./loading/commands";
import { stepsOf } from "./loading/rules";
import { planOf } from "./plan/rules";
import { removeSampleRows } from "./removal/worker";

const scope = systemScope("sample workspace");

const ABOUT = { kind: "sample", id: "workspace" };
// Open pages are told of progress at most this often.
const TELL_MS = 1_000;
const ERROR_MAX = 500;

export type Claimed = {
  leaseId: string;
  state: "loading" | "removing";
  seed: string;
  anchorAt: Date;
  pending: number;
  calls: number;
  done: number;
};

/** One look: makes or removes a sample workspace if that was asked for. @returns whether there was something to do */
export async function runOnce(signal?: AbortSignal): Promise<boolean> {
  const claimed = await claim(newId());
  if (!claimed) return false;
  await work(claimed, signal);
  return true;
}

/**
 * Makes or removes what was claimed, step by step, until it is done, the signal comes, or somebody took the lease away. A step is
 * one transaction with its progress: after a crash, another process goes on with the next.
 */
export async function work(claimed: Claimed, signal?: AbortSignal): Promise<void> {
  try {
    if (claimed.state === "loading") await load(claimed, signal);
    else await removeSampleRows(claimed.leaseId, signal);
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
      set lease_id = ${leaseId}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      where state in ('loading', 'removing')
        and case when ${held}::boolean then lease_id = ${leaseId}::uuid
                 else lease_until is null or lease_until < clock_timestamp() end
      returning lease_id as "leaseId", state, seed, anchor_at as "anchorAt", pending, calls, done`;
    return row ?? null;
  });
}

async function load(
  { leaseId, seed, anchorAt, pending, calls, done }: Claimed,
  signal?: AbortSignal,
): Promise<void> {
  const plan = planOf(seed, anchorAt, { pending, calls });
  const steps = stepsOf(plan);
  const desk = deskOf(plan);
  let toldAt = 0;
  for (let index = done; index < steps.length; index += 1) {
    if (signal?.aborted) return;
    const step = steps[index];
    if (!step) return;
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
      const written = await takeStep(tx, desk, step);
      await tx.$executeRaw`update sample_workspace set rows = rows + ${written}::int`;
      if (tell) await announce(tx, "sample", NO_TENANT, NO_TENANT);
      return true;
    });
    if (!still) return;
  }
  await change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ rows: bigint; startedBy: string }[]>`
      update sample_workspace set state = 'loaded', part = null, done = total, finished_at = clock_timestamp(),
                                  lease_id = null, lease_until = null, error = null
      where lease_id = ${leaseId}::uuid and state = 'loading' returning rows, started_by as "startedBy"`;
    if (!row) return;
    await noteSampleOffenders(tx, plan);
    await recordActivity(tx, scope, "sample.loaded", ABOUT, {
      rows: row.rows.toString(),
      asked_by: row.startedBy,
    });
    await tellAll(tx);
  });
}

/** Everything that lists rows may look different now. */
async function tellAll(tx: Tx): Promise<void> {
  for (const topic of ["sample", "approval", "feedback", "tool", "gateway", "tenant"] as const)
    await announce(tx, topic, NO_TENANT, NO_TENANT);
}

/** The next try comes when the lease is over. */
async function note(leaseId: string, error: unknown): Promise<void> {
  const words = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
  await bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      update sample_workspace set error = ${words.slice(0, ERROR_MAX).toWellFormed()} where lease_id = ${leaseId}::uuid`;
    await announce(tx, "sample", NO_TENANT, NO_TENANT);
  });
}

/** Notifications wake it; the period is for those that get lost, and for work that another process left. */
export const sample: Job = { name: "sample", ms: 5_000, runOnce, wake: wakeOn("sample") };
