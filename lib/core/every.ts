import { isDatabaseUnavailable } from "./db";
import { log, withLogContext } from "./log";
import { metrics } from "./metrics";
import { pause } from "./pause";

/** A periodic job of the worker process. */
export type Job = {
  name: string;
  /** Pause between passes in milliseconds; a function computes it after each pass. */
  ms: number | (() => Promise<number>);
  runOnce: (signal: AbortSignal) => Promise<unknown>;
  /** Registers `notice` for new work; resolves with an unsubscribe function. */
  wake?: (notice: () => void) => Promise<() => void>;
  /** Minimum time between starts of passes in milliseconds, even if woken. */
  gapMs?: number;
  /** Called after the stop signal. Errors are logged. */
  atEnd?: () => Promise<unknown>;
};

/** Interval of a job that notifications wake, for work without one. */
export const QUIET_MS = 10_000;

// Spreads the passes of several workers, so that they do not query the database at the same time.
const JITTER = 0.1;
// Pause during a database outage. Other failures wait the normal interval.
const OUTAGE_PAUSE_MS = 1_000;

/**
 * Runs passes in sequence until the signal, the first at once. Logs a failed pass and retries it.
 * Waits out a database outage and logs it once.
 */
export function every(job: Job, signal: AbortSignal): Promise<void> {
  return withLogContext({ job: job.name }, () => run(job, signal));
}

async function run(job: Job, signal: AbortSignal): Promise<void> {
  // One bell per pass: a notice during a pass takes effect at its end.
  let bell = new AbortController();
  const ring = () => bell.abort();
  signal.addEventListener("abort", ring);
  const silence = await job.wake?.(ring);
  for (let away = false; !signal.aborted; ) {
    bell = new AbortController();
    const began = performance.now();
    const result = await pass(job, signal, away);
    away = result === "away";
    metrics.passes.inc({ job: job.name, outcome: result === "more" ? "done" : result });
    const gap = began + (job.gapMs ?? 0) - performance.now();
    if (gap > 0) await pause(gap, signal);
    if (away) await pause(OUTAGE_PAUSE_MS, signal);
    else if (result !== "more" && !bell.signal.aborted) await pause(await restMs(job), bell.signal);
  }
  silence?.();
  signal.removeEventListener("abort", ring);
  await job.atEnd?.().catch((error: unknown) => log().warn({ err: error }, "the end of a job failed"));
}

type Result = "done" | "more" | "failed" | "away";

async function pass({ runOnce }: Job, signal: AbortSignal, wasAway: boolean): Promise<Result> {
  try {
    const more = (await runOnce(signal)) === true;
    if (wasAway) log().info("the database is back");
    return more ? "more" : "done";
  } catch (error) {
    const away = isDatabaseUnavailable(error);
    if (!away) log().error({ err: error }, "a pass failed, trying again");
    else if (!wasAway) log().error({ err: error }, "the database is away, trying until it is back");
    return away ? "away" : "failed";
  }
}

/** Only a fixed interval gets jitter. A computed one means that exact time. */
async function restMs({ ms }: Job): Promise<number> {
  return typeof ms === "number" ? ms * (1 - JITTER * Math.random()) : ms();
}
