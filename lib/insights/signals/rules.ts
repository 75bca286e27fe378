import { DAY_MS } from "@/lib/core/durations";
import { UNIQUE_MIN } from "@/lib/feedback/types";
import type { SaidFigures } from "@/lib/intents/types";
import { AT_ONCE, MEANING, type SignalState } from "./types";

/** The start of a signal: this many days after any tenant's first row; null without rows. */
export function judgedFrom(firstRows: readonly (Date | null)[], afterDays: number): Date | null {
  const known = firstRows.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known) + afterDays * DAY_MS);
}

/** Calls with a rationale that the worker has not processed yet. */
export function unreadOf({ calls, missing, read }: SaidFigures): number {
  return Math.max(0, calls - missing - read);
}

/** The share of meaningful rationales; null without any, or if too many are unprocessed. */
export function meaningShare(figures: SaidFigures): number | null {
  const { calls, meaningful, read, missing } = figures;
  const isTold = read + missing > 0 && unreadOf(figures) <= MEANING.unreadMax * calls;
  return isTold ? meaningful / (read + missing) : null;
}

const isEarly = (from: Date | null, now: Date) => from === null || now < from;

/** Signal 1: under 5 % meaningful rationales after 30 days. Unknown if mostly unprocessed. */
export function meaningState(lately: SaidFigures, from: Date | null, now: Date): SignalState {
  if (isEarly(from, now)) return "early";
  const share = meaningShare(lately);
  if (share === null || lately.read + lately.missing < MEANING.callsMin) return "few";
  return share < MEANING.shareMin ? "regret" : "fine";
}

/** Signal 2: fewer than ten distinct issues a month after 90 days. */
export function feedbackState(issues: number, from: Date | null, now: Date): SignalState {
  if (isEarly(from, now)) return "early";
  return issues < UNIQUE_MIN ? "regret" : "fine";
}

/** Whether to offer a lower rating for a tool: the rule for all calls, with its minimum. */
export function isHurried(figures: { calls: number; atOnce: number }): boolean {
  return atOnceState(figures) === "regret";
}

/** Signal 3: over half of the high and critical calls approved by all within five minutes. */
export function atOnceState({ calls, atOnce }: { calls: number; atOnce: number }): SignalState {
  if (calls < AT_ONCE.callsMin) return "few";
  return atOnce / calls > AT_ONCE.shareMax ? "regret" : "fine";
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The last weeks of seven days up to today (UTC), oldest first. */
export function lastWeeks(now: Date, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const last = now.getTime() - (count - 1 - index) * 7 * DAY_MS;
    return { from: dayText(last - 6 * DAY_MS), to: dayText(last) };
  });
}
