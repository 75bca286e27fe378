import type { JsonNode } from "@/lib/core/json/parse";
import type { Violation } from "../types";
import type { Resource, Rules, Target } from "./definitions";
import { NotChecked } from "./obstacles";

/** What a definition says of a value. */
export type Outcome = {
  violations: readonly Violation[];
  /** Members and items that a rule has looked at: `unevaluatedProperties` and `unevaluatedItems` judge the others. */
  seen: ReadonlySet<JsonNode>;
  /** Some rule could not be applied; it was taken to hold. */
  unsure: boolean;
};

/** A value, and the definition that is applied to it. */
export type Site = {
  node: JsonNode;
  pointer: string;
  rules: Rules;
  home: Resource;
  /** The resources on the way here, outermost first. */
  scope: readonly Resource[];
  depth: number;
};

/** What rules need of the judge that applies them. */
export type Judge = {
  /** Applies a definition to the site's value, or to one within it. */
  apply(schema: JsonNode, site: Site, below?: { node: JsonNode; pointer: string }): Outcome;
  /** Applies what a reference stands for: the same value by the same definition is judged once. */
  applyReferred(target: JsonNode, site: Site): Outcome;
  /** The outcome with further values taken as looked at. */
  having(outcome: Outcome, seen: Iterable<JsonNode>): Outcome;
  /** A definition's rules, or any object of it, by name. */
  rulesOf(schema: JsonNode): Rules;
  /** Whether a pattern matches; null when it cannot be said. */
  matches(pattern: string, text: string): boolean | null;
  /** What a reference stands for from here. */
  resolve(reference: string, from: Resource): Target;
  homeOf(schema: JsonNode): Resource;
  /** A rule's text, exact to the digit. */
  textOf(rule: JsonNode): string;
  /** @throws NotChecked once the check has cost too much */
  work(steps: number): void;
  skip(keyword: string): void;
};

/** A rule that judges with further definitions, or names places within the value. */
export type Applicator = (rule: JsonNode, site: Site, judge: Judge) => Outcome;

// A page shows no more places than this.
const VIOLATIONS_MAX = 50;

const NOTHING: ReadonlySet<JsonNode> = new Set();

export const FITS: Outcome = { violations: [], seen: NOTHING, unsure: false };

export function broken(...violations: Violation[]): Outcome {
  return violations.length === 0 ? FITS : { ...FITS, violations };
}

export function fits(outcome: Outcome): boolean {
  return outcome.violations.length === 0;
}

/** Whether a value fits where much depends on the answer: an unsure yes is none. */
export function surelyFits(outcome: Outcome): boolean {
  if (fits(outcome) && outcome.unsure) throw new NotChecked("one of its patterns cannot be run in time");
  return fits(outcome);
}

/** All of these together: each violation once. */
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
