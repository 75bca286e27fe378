import { inOrder, outcomeClass } from "@/lib/calls/rules";
import { OUTCOME_CLASSES, type Outcome } from "@/lib/calls/types";
import { wilson } from "@/lib/core/wilson";
import {
  DEGRADED_SHARE_MIN,
  FAILING_CALLS_MIN,
  HEALTH_STATES,
  HEALTHY_CALLS_MIN,
  type Health,
  type HealthCounts,
  type HealthState,
  type ToolHealth,
  WATCH_SHARE_MIN,
} from "./types";

export const NO_CALLS: HealthCounts = {
  ...(Object.fromEntries(OUTCOME_CLASSES.map((name) => [name, 0])) as Record<
    (typeof OUTCOME_CLASSES)[number],
    number
  >),
  lowUtility: 0,
};

/** The same with some more calls of one outcome. */
export function withCalls(counts: HealthCounts, outcome: Outcome, calls: number): HealthCounts {
  const kind = outcomeClass(outcome);
  const lowUtility = counts.lowUtility + (outcome === "low_utility" ? calls : 0);
  return { ...counts, [kind]: counts[kind] + calls, lowUtility };
}

export function addedCounts(a: HealthCounts, b: HealthCounts): HealthCounts {
  const keys = Object.keys(a) as (keyof HealthCounts)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as HealthCounts;
}

/**
 * Health of a tool. Held calls and referrals are not failures. Results of low utility are, once
 * repeated.
 */
export function healthOf(counts: HealthCounts, lowUtilityRepeated: boolean): Health {
  const { ok, caller, tool, extrinsic, boundary, lowUtility } = counts;
  const ran = ok + caller + tool + extrinsic + boundary;
  const failed = caller + tool + extrinsic + (lowUtilityRepeated ? lowUtility : 0);
  const lower = wilson(failed, ran).low;
  const state = stateOf({ ran, lower, lowUtilityRepeated });
  return { state, ran, failed, caller, tool, extrinsic, lowUtility, lowUtilityRepeated, lower };
}

function stateOf({
  ran,
  lower,
  lowUtilityRepeated,
}: Pick<Health, "ran" | "lower" | "lowUtilityRepeated">): HealthState {
  if (ran >= FAILING_CALLS_MIN && lower >= DEGRADED_SHARE_MIN) return "degraded";
  if (ran >= FAILING_CALLS_MIN && lower >= WATCH_SHARE_MIN) return "watch";
  if (lowUtilityRepeated) return "watch";
  return ran >= HEALTHY_CALLS_MIN ? "healthy" : "no_data";
}

export function stateRank(state: HealthState): number {
  return HEALTH_STATES.indexOf(state);
}

/** In millionths, so that all pages sort the same. */
export function lowerMillionths({ lower }: Pick<Health, "lower">): number {
  return Math.round(lower * 1_000_000);
}

/** Sorts worst first: by state, lower bound, then name. */
export function worstFirst(a: ToolHealth, b: ToolHealth): number {
  return (
    stateRank(a.state) - stateRank(b.state) ||
    lowerMillionths(b) - lowerMillionths(a) ||
    inOrder(a.provider, b.provider) ||
    inOrder(a.name, b.name) ||
    inOrder(a.id, b.id)
  );
}
