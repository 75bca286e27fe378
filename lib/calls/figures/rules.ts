import { DAY_MS } from "@/lib/core/durations";
import { isFailure, outcomeClass } from "../rules";
import { OUTCOME_CLASSES, type Outcome, type OutcomeClass } from "../types";
import type { CallFigures, NameFigure } from "./types";

const NAMES_SHOWN = 5;
/** Maximum days in the chart; earlier ones are only counted. */
const FIGURE_DAYS_MAX = 56;

export function dayText(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The days that are shown one by one for a time that was asked for. */
export function figureDays(
  since: Date | undefined,
  until: Date | undefined,
  now: Date,
): { from: string; to: string } {
  const last = until && until < now ? new Date(until.getTime() - 1) : now;
  const earliest = last.getTime() - (FIGURE_DAYS_MAX - 1) * DAY_MS;
  const first = since ? Math.max(since.getTime(), earliest) : earliest;
  return { from: dayText(new Date(Math.min(first, last.getTime()))), to: dayText(last) };
}

/** Whether a period consists of whole UTC days, so that daily counts can be summed for it. */
export function isWholeDays(...bounds: readonly (Date | undefined)[]): boolean {
  return bounds.every((bound) => bound === undefined || bound.getTime() % DAY_MS === 0);
}

/** Calls of one day, name and outcome. The day is empty for all days before the chart. */
export type Counted = {
  kind: "tool" | "agent" | "model" | "gateway";
  name: string;
  day: string;
  outcome: Outcome;
  calls: number;
  missing: number | null;
};

/** Sums counts. Includes every day from first to last. `missing` is null if not counted. */
export function figuresOf(
  rows: readonly Counted[],
  basis: CallFigures["basis"],
  { from, to }: { from: string; to: string },
): CallFigures {
  const days = new Map(daysBetween(from, to).map((day) => [day, noCalls()]));
  const tools = rows.filter((row) => row.kind === "tool");
  for (const { day, outcome, calls } of tools) {
    const classes = days.get(day);
    if (classes) classes[outcomeClass(outcome)] += calls;
  }
  const sum = (some: readonly Counted[]) => some.reduce((total, row) => total + row.calls, 0);
  return {
    basis,
    from,
    to,
    older: tools.some((row) => row.day < from),
    calls: sum(tools),
    failed: sum(tools.filter((row) => isFailure(row.outcome))),
    missing: tools.some((row) => row.missing === null)
      ? null
      : tools.reduce((total, row) => total + (row.missing ?? 0), 0),
    days: [...days].map(([day, classes]) => ({ day, classes })),
    tools: topNames(tools),
    agents: topNames(rows.filter((row) => row.kind === "agent")),
    outcomes: topNames(tools.map((row) => ({ ...row, name: row.outcome }))),
    models: topNames(rows.filter((row) => row.kind === "model")),
    gateways: topNames(rows.filter((row) => row.kind === "gateway")),
  };
}

function noCalls(): Record<OutcomeClass, number> {
  return Object.fromEntries(OUTCOME_CLASSES.map((name) => [name, 0])) as Record<OutcomeClass, number>;
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayText(new Date(at)));
  return days;
}

function topNames(rows: readonly Counted[]): NameFigure[] {
  const named = new Map<string, NameFigure>();
  for (const { name, outcome, calls } of rows) {
    const figure = named.get(name) ?? { name, calls: 0, failed: 0 };
    figure.calls += calls;
    if (isFailure(outcome)) figure.failed += calls;
    named.set(name, figure);
  }
  return [...named.values()]
    .filter((figure) => figure.calls > 0)
    .toSorted((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
    .slice(0, NAMES_SHOWN);
}
