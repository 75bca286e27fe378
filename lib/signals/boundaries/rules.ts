import { inOrder } from "@/lib/calls/rules";
import { DAY_MS } from "@/lib/core/durations";
import { wilson } from "@/lib/core/wilson";
import {
  type Assessment,
  AXES_NEEDED,
  AXIS_SESSIONS_MIN,
  type AxisCluster,
  type AxisFigure,
  BOUNDARY_CALLS_MIN,
  BOUNDARY_RATE_MIN,
  type BoundaryEvent,
  type CallDay,
  type Cohesion,
  type DecayedRate,
  EFFECTIVE_AXES_MIN,
  HALF_LIFE_DAYS,
  REPEATED_SESSIONS_MIN,
  SIGNAL_WEIGHTS,
  type Signal,
  SPLIT_SHARE_MIN,
  SUCCESSOR_SESSIONS_MIN,
  type Successor,
  type Utility,
} from "./types";

// Cache: thousands of events share a few days.
const begins = new Map<string, number>();
const DAYS_KEPT = 1_000;

function beginOf(day: string): number {
  const known = begins.get(day);
  if (known !== undefined) return known;
  if (begins.size >= DAYS_KEPT) begins.clear();
  const begin = Date.parse(day);
  begins.set(day, begin);
  return begin;
}

/** Weight of a day, halved each week. Tomorrow counts as today, because a clock may run ahead. */
export function weightOf(day: string, today: string): number {
  const days = Math.max(0, (beginOf(today) - beginOf(day)) / DAY_MS);
  return 2 ** (-days / HALF_LIFE_DAYS);
}

type Counted = Pick<Signal, "day" | "weight"> & { count?: number };

/**
 * Decayed rate of signals among calls. A signal of weight three counts as three failed trials, so
 * the rate stays a share. The interval uses the effective number of trials, (Σw)² / Σw².
 */
export function decayedRate(
  days: readonly CallDay[],
  signals: readonly Counted[],
  today: string,
): DecayedRate {
  let [trials, squares, hits] = [0, 0, 0];
  for (const { day, ran } of days) {
    const weight = weightOf(day, today);
    trials += weight * ran;
    squares += weight ** 2 * ran;
  }
  for (const { day, weight: times, count = 1 } of signals) {
    const weight = weightOf(day, today);
    hits += count * weight * times;
    trials += count * weight * (times - 1);
    squares += count * weight ** 2 * (times ** 2 - 1);
  }
  const calls = days.reduce((sum, { ran }) => sum + ran, 0);
  if (trials <= 0 || squares <= 0) return { calls, rate: 0, lower: 0 };
  const rate = Math.min(1, hits / trials);
  const effective = trials ** 2 / squares;
  return { calls, rate, lower: wilson(rate * effective, effective).low };
}

// Events without a session may all come from one session.
const sessionsOf = (signals: readonly { session: string | null }[]) =>
  new Set(signals.map(({ session }) => session)).size;

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/**
 * Assesses a tool's boundary events: rate, axes and whether it needs review. Advice only.
 * @param counted all events, if only the newest were read in full
 */
export function assess(
  days: readonly CallDay[],
  events: readonly BoundaryEvent[],
  today: string,
  counted: readonly Counted[] = events,
): Assessment {
  const rate = decayedRate(days, counted, today);
  const axes = axisFigures(events, today);
  const effectiveAxes =
    axes.length === 0 ? 0 : Math.exp(-axes.reduce((sum, { share }) => sum + share * Math.log(share), 0));
  const cohesion = cohesionOf({ rate, axes, effectiveAxes, events: events.length });
  return {
    cohesion,
    rate,
    events: events.length,
    sessions: sessionsOf(events),
    axes,
    effectiveAxes,
    clusters: clustersOf(events),
    split: cohesion === "warning" ? splitOf(events) : null,
  };
}

function axisFigures(events: readonly BoundaryEvent[], today: string): AxisFigure[] {
  const mentions = events.flatMap((event) => event.axes.map((axis) => ({ axis, event })));
  const byAxis = [...grouped(mentions, ({ axis }) => axis)].map(
    ([axis, some]) => [axis, some.map(({ event }) => event)] as const,
  );
  const weigh = (some: readonly BoundaryEvent[]) =>
    some.reduce((sum, { day, weight }) => sum + weight * weightOf(day, today), 0);
  const all = byAxis.reduce((sum, [, some]) => sum + weigh(some), 0);
  return byAxis
    .map(([axis, some]) => ({
      axis,
      events: some.length,
      sessions: sessionsOf(some),
      share: weigh(some) / all,
    }))
    .sort((a, b) => b.events - a.events || inOrder(a.axis, b.axis));
}

type Judged = Pick<Assessment, "rate" | "axes" | "effectiveAxes" | "events">;

function cohesionOf({ rate, axes, effectiveAxes, events }: Judged): Cohesion {
  if (events === 0) return "none";
  if (rate.calls < BOUNDARY_CALLS_MIN) return "few";
  if (rate.lower < BOUNDARY_RATE_MIN) return "rare";
  if (effectiveAxes < EFFECTIVE_AXES_MIN) return "one_axis";
  const carried = axes.filter(({ sessions }) => sessions >= AXIS_SESSIONS_MIN).length;
  return carried < AXES_NEEDED ? "few_sessions" : "warning";
}

function clustersOf(events: readonly BoundaryEvent[]): AxisCluster[] {
  return [...grouped(events, ({ axes }) => JSON.stringify(axes))]
    .map(([key, some]) => ({
      axes: JSON.parse(key) as string[],
      events: some.length,
      sessions: sessionsOf(some),
      lastDay: some.map(({ day }) => day).reduce((last, day) => (day > last ? day : last)),
    }))
    .sort((a, b) => b.events - a.events || inOrder(a.axes.join(" "), b.axes.join(" ")));
}

function splitOf(events: readonly BoundaryEvent[]): Assessment["split"] {
  const pairs = new Map<string, number>();
  for (const { axes } of events)
    for (const [index, one] of axes.entries())
      for (const other of axes.slice(index + 1)) {
        const key = JSON.stringify([one, other]);
        pairs.set(key, (pairs.get(key) ?? 0) + 1);
      }
  const [first] = [...pairs].sort(([a, m], [b, n]) => n - m || inOrder(a, b));
  if (!first || first[1] < events.length * SPLIT_SHARE_MIN) return null;
  return { axes: JSON.parse(first[0]) as [string, string], events: first[1] };
}

type UtilitySignals = Record<keyof typeof SIGNAL_WEIGHTS, readonly Omit<Signal, "weight">[]>;

/** How often a tool's results were of little use, by what users, agents and the tool itself say. */
export function utilityOf(days: readonly CallDay[], signals: UtilitySignals, today: string): Utility {
  const weighed = (Object.keys(SIGNAL_WEIGHTS) as (keyof typeof SIGNAL_WEIGHTS)[]).flatMap((kind) =>
    signals[kind].map((signal) => ({ ...signal, weight: SIGNAL_WEIGHTS[kind] })),
  );
  const rate = decayedRate(days, weighed, today);
  const sessions = sessionsOf(weighed);
  return {
    rate,
    own: signals.own.length,
    corrections: signals.correction.length,
    reports: signals.feedback.length,
    sessions,
    repeated:
      rate.calls >= BOUNDARY_CALLS_MIN &&
      sessions >= REPEATED_SESSIONS_MIN &&
      rate.lower >= BOUNDARY_RATE_MIN,
  };
}

/** Calls of a tool by day with their signals, and reports and corrections about it. */
type Counts = Pick<UtilitySignals, "feedback" | "correction"> & {
  days: readonly (CallDay & { boundary: number; low: number })[];
};

/**
 * Upper bound from counts alone: treats every boundary event as confirmed by a user. False means
 * that no warning and no repeated low utility is possible. A rate is never below its lower bound.
 */
export function mayStandOut({ days, feedback, correction }: Counts, today: string): boolean {
  if (feedback.length + correction.length === 0 && days.every(({ boundary, low }) => boundary + low === 0))
    return false;
  const weighed = (some: typeof feedback, weight: number) => some.map((signal) => ({ ...signal, weight }));
  const crossed = days.map(({ day, boundary: count }) => ({ day, weight: SIGNAL_WEIGHTS.correction, count }));
  const unused = [
    ...days.map(({ day, low: count }) => ({ day, weight: SIGNAL_WEIGHTS.own, count })),
    ...weighed(feedback, SIGNAL_WEIGHTS.feedback),
    ...weighed(correction, SIGNAL_WEIGHTS.correction),
  ];
  return [crossed, unused].some((signals) => {
    const { calls, rate } = decayedRate(days, signals, today);
    return calls >= BOUNDARY_CALLS_MIN && rate >= BOUNDARY_RATE_MIN;
  });
}

type Went = Pick<BoundaryEvent, "axes" | "session"> & Pick<Successor, "provider" | "tool">;

/** For each axis the tool that agents go on with most often, once several sessions did. */
export function successorsOf(went: readonly Went[]): Successor[] {
  const byAxis = grouped(
    went.flatMap((one) => one.axes.map((axis) => ({ ...one, axis }))),
    ({ axis }) => axis,
  );
  return [...byAxis]
    .flatMap(([axis, some]) => {
      const [first] = [...grouped(some, ({ provider, tool }) => JSON.stringify([provider, tool]))]
        .map(([key, of]) => ({ key, sessions: sessionsOf(of) }))
        .sort((a, b) => b.sessions - a.sessions || inOrder(a.key, b.key));
      if (!first || first.sessions < SUCCESSOR_SESSIONS_MIN) return [];
      const [provider, tool] = JSON.parse(first.key) as [string | null, string];
      return [{ axis, provider, tool, sessions: first.sessions }];
    })
    .sort((a, b) => inOrder(a.axis, b.axis));
}
