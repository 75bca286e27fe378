import { isDatabaseUnavailable } from "./db";
import { log, withLogContext } from "./log";
import { metrics } from "./metrics";
import { pause } from "./pause";

/** Work of the worker process that nobody asks for, pass after pass. */
export type Job = {
  /** Names it in the log. */
  name: string;
  /** Milliseconds from the end of a pass to the next; a function says it anew after each pass. */
  ms: number | (() => Promise<number>);
  /** One pass. Resolves with `true` when more is left that should not wait. */
  runOnce: (signal: AbortSignal) => Promise<unknown>;
  /** Has `notice` called whenever a pass may find something; resolves with what ends that. */
  wake?: (notice: () => void) => Promise<() => void>;
  /** Milliseconds from the start of a pass to the next at the least, however often it is woken. */
  gapMs?: number;
  /** Once the signal has come. What it throws is logged. */
  atEnd?: () => Promise<unknown>;
};

/** How often a job looks by itself while announcements wake it: for what nobody announced. */
export const QUIET_MS = 10_000;

// Passes of equal workers spread over this part of the period, so that they do not all ask the database at one moment.
const JITTER = 0.1;
// While the database is away. A pass that fails for another reason waits its period.
const OUTAGE_PAUSE_MS = 1_000;

/**
 * Runs a job's passes one after the other until the signal, the first at once. A pass that fails is logged and tried again; an
 * outage of the database is waited out, and logged once.
 */
export function every(job: Job, signal: AbortSignal): Promise<void> {
  return withLogContext({ job: job.name }, () => run(job, signal));
}

async function run(job: Job, signal: AbortSignal): Promise<void> {
  // Rings once a pass: what calls while it runs is heard when it ends.
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

/** Only a fixed period is spread: a job that says when to look again means that moment. */
async function restMs({ ms }: Job): Promise<number> {
  return typeof ms === "number" ? ms * (1 - JITTER * Math.random()) : ms();
}
