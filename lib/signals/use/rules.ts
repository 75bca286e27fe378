import { quantile, shareOf } from "../attempts/rules";
import type { Held, UseFigures, UseRow } from "./types";

export type Sums = {
  name: string;
  ok: number;
  caller: number;
  failed: number;
  boundary: number;
  governance: number;
  extrinsic: number;
  late: number;
  groups: number;
  firstTry: number;
  worked: number;
  turns: number;
  switched: number;
  abandoned: number;
  referred: number;
  repairs: number;
  repairsWorked: number;
  repairsSame: number;
};

export type Timed = { name: string; step: number; calls: number };

const NONE: Sums = {
  ...{ name: "", ok: 0, caller: 0, failed: 0, boundary: 0, governance: 0, extrinsic: 0, late: 0, groups: 0 },
  ...{ firstTry: 0, worked: 0, turns: 0, switched: 0, abandoned: 0, referred: 0 },
  ...{ repairs: 0, repairsWorked: 0, repairsSame: 0 },
};

/** Figures from sums. Groups that ended at a boundary are in no share. */
export function figuresOf(sums: Sums | undefined, timed: readonly Timed[]): UseFigures {
  const { ok, caller, failed, boundary, governance, extrinsic, referred, ...same } = sums ?? NONE;
  const durations: number[] = [];
  for (const { step, calls } of timed) durations[step] = (durations[step] ?? 0) + calls;
  const steps = Array.from(durations, (calls) => calls ?? 0);
  const groups = same.groups - referred;
  const { late, firstTry, worked, turns, switched, abandoned, repairs, repairsWorked, repairsSame } = same;
  return {
    ...{ late, firstTry, worked, switched, abandoned, repairs, repairsWorked, repairsSame, groups },
    calls: ok + caller + failed + boundary + governance + extrinsic,
    classes: { ok, caller, tool: failed, boundary, governance, extrinsic },
    medianMs: quantile(steps, 0.5),
    slowMs: quantile(steps, 0.95),
    firstTryShare: shareOf(firstTry, groups),
    abandonedShare: shareOf(abandoned, groups),
    turnsPerSuccess: worked === 0 ? null : turns / worked,
  };
}

/** The periods of versions, with version 0 before the first, by when each was first seen. */
export function heldOf(versions: readonly { version: number; from: Date }[]): Held[] {
  return [{ version: 0, from: null }, ...versions].map((one, at) => ({
    ...one,
    to: versions[at]?.from ?? null,
  }));
}

/** One row per name, most calls first. Versions are newest first, with their periods. */
export function rowsOf(
  sums: readonly Sums[],
  timed: readonly Timed[],
  held: readonly Held[] | null,
): UseRow[] {
  const rows = sums.map((sum): UseRow => {
    const its = held?.find(({ version }) => String(version) === sum.name);
    return {
      ...figuresOf(
        sum,
        timed.filter(({ name }) => name === sum.name),
      ),
      name: sum.name,
      from: its?.from ?? null,
      to: its?.to ?? null,
    };
  });
  if (held) return rows.toSorted((a, b) => Number(b.name) - Number(a.name));
  return rows.toSorted((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
