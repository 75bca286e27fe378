import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/durations";

/** Retry times in milliseconds since the first attempt (wire contract, "Callbacks"). */
export type Schedule = {
  /** Offsets of the first attempts, ascending from 0. */
  offsetsMs: readonly number[];
  /** Interval of later attempts. */
  everyMs: number;
  /** No attempt starts later. */
  giveUpMs: number;
};

export const SCHEDULE: Schedule = {
  offsetsMs: [
    0,
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
  ],
  everyMs: 4 * HOUR_MS,
  giveUpMs: 72 * HOUR_MS,
};

// ±20 %, so that callbacks that failed together do not retry together.
const JITTER = 0.2;
const RETRY_AFTER_MS_MIN = SECOND_MS;
const RETRY_AFTER_MS_MAX = 4 * HOUR_MS;

export type AttemptFacts = {
  status: number | null;
  error: string | null;
  retryAfterMs: number | null;
  isGone?: boolean;
  isMoot?: boolean;
  attempts: number;
  /** Milliseconds since this run's first attempt started. */
  elapsedMs: number;
};

export type Verdict =
  | { outcome: "delivered" }
  /** `isHeld`: not attempted, because it is not to be sent before. */
  | { outcome: "retry"; delayMs: number; error: string; isHeld?: boolean }
  | { outcome: "dead"; error: string; switchOff: boolean }
  /** Not to be sent any more, for this reason. */
  | { outcome: "withdrawn"; error: string };

/**
 * Evaluates an attempt. A complete 2xx answer acknowledges; 410 ends; anything else is retried
 * until the limit.
 * @param random between 0 and 1
 */
export function judgeAttempt(facts: AttemptFacts, schedule: Schedule, random: number): Verdict {
  const { status, attempts } = facts;
  if (facts.error === null && status !== null && status >= 200 && status < 300)
    return { outcome: "delivered" };
  const error = facts.error ?? answerWords(status);
  if (facts.isMoot) return { outcome: "withdrawn", error };
  if (status === 410 && facts.error === null) return { outcome: "dead", error, switchOff: true };
  if (facts.isGone) return { outcome: "dead", error, switchOff: true };
  const delayMs = delay(facts, schedule, random);
  if (facts.elapsedMs + delayMs <= schedule.giveUpMs) return { outcome: "retry", delayMs, error };
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return { outcome: "dead", error: `Given up after ${tries}. ${error}`, switchOff: false };
}

function delay({ attempts, retryAfterMs }: AttemptFacts, schedule: Schedule, random: number): number {
  const { offsetsMs, everyMs } = schedule;
  const next = offsetsMs[attempts];
  const gap = next === undefined ? everyMs : next - (offsetsMs[attempts - 1] ?? 0);
  const regular = gap * (1 - JITTER + 2 * JITTER * random);
  if (retryAfterMs === null) return Math.round(regular);
  // Never earlier than requested. A short request shortens only the first intervals; otherwise 72
  // hours could hold 250,000 attempts.
  const asked = Math.min(Math.max(retryAfterMs, RETRY_AFTER_MS_MIN), RETRY_AFTER_MS_MAX);
  const polite = asked * (1 + JITTER * random);
  return Math.round(next === undefined ? Math.max(polite, regular) : polite);
}

function answerWords(status: number | null): string {
  if (status === null) return "No answer came.";
  if (status >= 300 && status < 400) {
    return `The gateway answered HTTP ${status}, a redirect. Countersign follows none; register the final URL.`;
  }
  if (status === 410) {
    return "The gateway answered HTTP 410 Gone: this endpoint wants no more callbacks.";
  }
  return `The gateway answered HTTP ${status}.`;
}
