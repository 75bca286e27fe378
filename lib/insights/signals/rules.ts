import { DAY_MS } from "@/lib/core/durations";
import { UNIQUE_MIN } from "@/lib/feedback/types";
import type { SaidFigures } from "@/lib/intents/types";
import { AT_ONCE, MEANING, type SignalState } from "./types";

/** When a signal begins to say something: so many days after the first row of any of the tenants; null where none ever came. */
export function judgedFrom(firstRows: readonly (Date | null)[], afterDays: number): Date | null {
  const known = firstRows.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known) + afterDays * DAY_MS);
}

/** Calls with a rationale that the worker has not read yet. */
export function unreadOf({ calls, missing, read }: SaidFigures): number {
  return Math.max(0, calls - missing - read);
}

/**
 * Of how many calls the rationale means something: of those that the worker has read and those that came without one. Null where there
 * are none, or where too many are still to be read.
 */
export function meaningShare(figures: SaidFigures): number | null {
  const { calls, meaningful, read, missing } = figures;
  const isTold = read + missing > 0 && unreadOf(figures) <= MEANING.unreadMax * calls;
  return isTold ? meaningful / (read + missing) : null;
}

const isEarly = (from: Date | null, now: Date) => from === null || now < from;

/** The first signal: meaningful rationales under 5 % of calls after 30 days. What is mostly unread says nothing. */
export function meaningState(lately: SaidFigures, from: Date | null, now: Date): SignalState {
  if (isEarly(from, now)) return "early";
  const share = meaningShare(lately);
  if (share === null || lately.read + lately.missing < MEANING.callsMin) return "few";
  return share < MEANING.shareMin ? "regret" : "fine";
}

/** The second: fewer than ten different issues a month after 90 days. */
export function feedbackState(issues: number, from: Date | null, now: Date): SignalState {
  if (isEarly(from, now)) return "early";
  return issues < UNIQUE_MIN ? "regret" : "fine";
}

/** Whether a milder rating is offered of a tool: what is true of all calls is true of its own, of as many. */
export function isHurried(figures: { calls: number; atOnce: number }): boolean {
  return atOnceState(figures) === "regret";
}

/** The third: more than half of the high and critical calls approved by everyone who voted within five minutes. */
export function atOnceState({ calls, atOnce }: { calls: number; atOnce: number }): SignalState {
  if (calls < AT_ONCE.callsMin) return "few";
  return atOnce / calls > AT_ONCE.shareMax ? "regret" : "fine";
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** So many weeks of seven days up to today (UTC), the oldest first. */
export function lastWeeks(now: Date, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const last = now.getTime() - (count - 1 - index) * 7 * DAY_MS;
    return { from: dayText(last - 6 * DAY_MS), to: dayText(last) };
  });
}
