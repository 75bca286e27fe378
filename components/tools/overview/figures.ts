import { ratePlace, shareText } from "@/components/ui/chart/shares";
import type { ToolDay } from "@/lib/calls/of-tool/types";
import { OUTCOME_CLASSES, type OutcomeClass } from "@/lib/calls/types";
import { wilson } from "@/lib/core/wilson";
import { GROUPS_MIN, type Share } from "@/lib/signals/attempts/types";
import { DEGRADED_SHARE_MIN, WATCH_SHARE_MIN } from "@/lib/signals/health/types";
import type { HotSpot, ToolUse, UseRow } from "@/lib/signals/use/types";

/** "21 Nov" for a calendar day, regardless of its zone. */
export const dayName = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });

/** The lines at which a failure rate is watched, and degraded. */
export const RATE_TICKS = [WATCH_SHARE_MIN, DEGRADED_SHARE_MIN].map((share) => ({
  at: ratePlace(share),
  label: shareText(share),
}));

type ClassCounts = Record<OutcomeClass, number>;

/** The calls of some days, by class. */
export function classesOf(days: readonly ToolDay[]): ClassCounts {
  const sum = (kind: OutcomeClass) => days.reduce((all, { classes }) => all + classes[kind], 0);
  return Object.fromEntries(OUTCOME_CLASSES.map((kind) => [kind, sum(kind)])) as ClassCounts;
}

type Rate = { rate: number; low: number; high: number };

/** A failure rate with its 95 % interval; null without calls that ran. */
export function rateOf(failed: number, ran: number): Rate | null {
  return ran === 0 ? null : { rate: failed / ran, ...wilson(failed, ran) };
}

/** Calls that reached the tool, and those of them that failed, as its health counts them. */
export function ranOfClasses({ ok, caller, tool, boundary, extrinsic }: ClassCounts): {
  ran: number;
  failed: number;
} {
  const failed = caller + tool + extrinsic;
  return { ran: ok + boundary + failed, failed };
}

/** New versions of the definition by the day on which each began, without the first. */
export function versionMarks({ held }: Pick<ToolUse, "held">, days: readonly string[]): Map<string, string> {
  const marks = new Map<string, number[]>();
  for (const { version, from } of held) {
    const day = from?.toISOString().slice(0, 10);
    if (version > 1 && day && days.includes(day)) marks.set(day, [...(marks.get(day) ?? []), version]);
  }
  return new Map(
    [...marks].map(([day, versions]) => {
      const [first, last] = [Math.min(...versions), Math.max(...versions)];
      return [day, first === last ? `v${first}` : `v${first} to v${last}`];
    }),
  );
}

export type VersionShare = { version: number; firstTry: number; groups: number; share: Share | null };

/** First-try success of the newest two versions with attempts, the newest first. */
export function versionShares(rows: readonly UseRow[]): VersionShare[] {
  return rows
    .filter(({ groups }) => groups > 0)
    .slice(0, 2)
    .map(({ name, groups, firstTry, firstTryShare }) => ({
      ...{ version: Number(name), firstTry, groups, share: firstTryShare },
    }));
}

/** The calls that failed with each of the newest two versions that ran often enough, oldest first. */
export function versionRates(rows: readonly UseRow[]): { version: number; rate: number }[] {
  return rows
    .map(({ name, classes }) => ({ version: Number(name), ...ranOfClasses(classes) }))
    .filter(({ ran }) => ran >= GROUPS_MIN)
    .slice(0, 2)
    .reverse()
    .map(({ version, ran, failed }) => ({ version, rate: failed / ran }));
}

export type FieldBar = {
  spot: HotSpot;
  /** Null: no value is known, or it is hidden. */
  value: string | null;
  /** Its name in links; null: all values of the field. */
  sent: string | null;
  calls: number;
};

/** Refused calls by field and value, most first. Calls without a known value are one bar a field. */
export function fieldBars(spots: readonly HotSpot[], most: number): FieldBar[] {
  const bars = spots.flatMap((spot): FieldBar[] => {
    const named = spot.values.map(({ value, sent, calls }) => ({ spot, value, sent, calls }));
    const rest = spot.calls - named.reduce((sum, { calls }) => sum + calls, 0);
    return rest > 0 ? [...named, { spot, value: null, sent: null, calls: rest }] : named;
  });
  return bars.toSorted((a, b) => b.calls - a.calls).slice(0, most);
}
