import { DAY_MS } from "@/lib/core/durations";
import { fromPointer } from "@/lib/core/json/pointers";
import { isFailure, outcomeClass } from "../rules";
import { OUTCOME_CLASSES, type Outcome } from "../types";
import { type OutcomeCount, RECORD_DAYS, type ToolDay, type ToolRecord } from "./types";

export type DayCount = { day: string; outcome: Outcome; calls: number };

/** The days of a record, from its first on (UTC). */
export function daysFrom(since: string): string[] {
  const first = Date.parse(`${since}T00:00:00Z`);
  return Array.from({ length: RECORD_DAYS }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Counts by day and by outcome; includes days without calls. */
export function recordOf(
  days: readonly string[],
  counted: readonly DayCount[],
): Omit<ToolRecord, "namesakes"> {
  const byDay = new Map<string, ToolDay>(
    days.map((day) => {
      const classes = Object.fromEntries(OUTCOME_CLASSES.map((name) => [name, 0])) as ToolDay["classes"];
      return [day, { day, classes }];
    }),
  );
  const byOutcome = new Map<Outcome, OutcomeCount>();
  for (const { day, outcome, calls } of counted) {
    const kind = outcomeClass(outcome);
    const bucket = byDay.get(day);
    // A machine's clock may run ahead: skips tomorrow's calls.
    if (!bucket) continue;
    bucket.classes[kind] += calls;
    const known = byOutcome.get(outcome);
    byOutcome.set(outcome, { outcome, class: kind, calls: (known?.calls ?? 0) + calls });
  }
  const outcomes = [...byOutcome.values()].sort((a, b) => b.calls - a.calls);
  return {
    days: [...byDay.values()],
    outcomes,
    calls: outcomes.reduce((sum, { calls }) => sum + calls, 0),
  };
}

/** Calls that reached the tool, and their failures. Excludes held and refused calls. */
export function ranOf({ outcomes }: Pick<ToolRecord, "outcomes">): {
  ran: number;
  failed: number;
  held: number;
} {
  const sum = (some: readonly OutcomeCount[]) => some.reduce((total, { calls }) => total + calls, 0);
  const held = sum(outcomes.filter((one) => one.class === "governance"));
  return { ran: sum(outcomes) - held, failed: sum(outcomes.filter((one) => isFailure(one.outcome))), held };
}

/** The parameter of a path: `/to/0`, `to[0].name`, `$.to` and `arguments.to` are all `to`. */
export function fieldOf(path: string): string {
  const parts = path.startsWith("/") ? fromPointer(path) : path.replace(/^\$\.?/, "").split(/[.[\]]+/);
  const names = parts.filter((part) => part !== "");
  return (names[0] === "arguments" ? names[1] : names[0]) ?? "";
}
