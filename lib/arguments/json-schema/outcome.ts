import type { JsonNode } from "@/lib/core/json/parse";
import type { Violation } from "../types";
import type { Resource, Rules, Target } from "./definitions";
import { NotChecked } from "./obstacles";

export type Outcome = {
  violations: readonly Violation[];
  /**
   * Evaluated members and items: `unevaluatedProperties` and `unevaluatedItems` apply to the
   * others.
   */
  seen: ReadonlySet<JsonNode>;
  /** Some rule was not applicable and counted as satisfied. */
  unsure: boolean;
};

export type Site = {
  node: JsonNode;
  pointer: string;
  rules: Rules;
  home: Resource;
  scope: readonly Resource[];
  depth: number;
};

export type Judge = {
  apply(schema: JsonNode, site: Site, below?: { node: JsonNode; pointer: string }): Outcome;
  /** Applies a referenced schema; the same pair of value and schema is evaluated once. */
  applyReferred(target: JsonNode, site: Site): Outcome;
  /** Adds evaluated values to an outcome. */
  having(outcome: Outcome, seen: Iterable<JsonNode>): Outcome;
  rulesOf(schema: JsonNode): Rules;
  /** Whether a pattern matches; null if unknown. */
  matches(pattern: string, text: string): boolean | null;
  resolve(reference: string, from: Resource): Target;
  homeOf(schema: JsonNode): Resource;
  textOf(rule: JsonNode): string;
  work(steps: number): void;
  skip(keyword: string): void;
};

export type Applicator = (rule: JsonNode, site: Site, judge: Judge) => Outcome;

// A page shows at most this many.
const VIOLATIONS_MAX = 50;

const NOTHING: ReadonlySet<JsonNode> = new Set();

export const FITS: Outcome = { violations: [], seen: NOTHING, unsure: false };

export function broken(...violations: Violation[]): Outcome {
  return violations.length === 0 ? FITS : { ...FITS, violations };
}

export function fits(outcome: Outcome): boolean {
  return outcome.violations.length === 0;
}

/** Whether a value certainly matches; an unsure result does not. */
export function surelyFits(outcome: Outcome): boolean {
  if (fits(outcome) && outcome.unsure) throw new NotChecked("one of its patterns cannot be run in time");
  return fits(outcome);
}

/** Combines outcomes; each violation once. */
export function merged(outcomes: readonly Outcome[]): Outcome {
  const telling = outcomes.filter((one) => one !== FITS);
  const [first] = telling;
  if (!first) return FITS;
  if (telling.length === 1) return first;
  const violations = new Map<string, Violation>();
  for (const violation of telling.flatMap((one) => one.violations)) {
    if (violations.size === VIOLATIONS_MAX) break;
    violations.set(`${violation.pointer}\n${violation.message}`, violation);
  }
  const looking = telling.filter((one) => one.seen.size > 0);
  return {
    violations: [...violations.values()],
    seen: looking.length === 0 ? NOTHING : new Set(looking.flatMap((one) => [...one.seen])),
    unsure: telling.some((one) => one.unsure),
  };
}
