import { readDecimal } from "@/lib/core/json/decimals";
import { compilePattern } from "./patterns";
import type { ArgumentCondition } from "./types";
import { keysToEqual, type ValuesAt } from "./values-at";

/** How many of the values at a path match a condition; null if that takes too long. */
type FittingCount = (values: ValuesAt) => number | null;

/**
 * Compiles a condition to judge many calls.
 * @param guards the condition stops calls: in a comparison of numbers, anything but an exact number
 * also matches
 */
export function compileCondition(condition: ArgumentCondition, guards: boolean): FittingCount {
  switch (condition.op) {
    case "equals":
      return equalTo([condition.value]);
    case "not_equals":
      return others(equalTo([condition.value]));
    case "in":
      return equalTo(condition.value);
    case "not_in":
      return others(equalTo(condition.value));
    case "over":
    case "at_least":
    case "under":
    case "at_most":
      return comparedBy(condition.op, String(condition.value), guards);
    case "matches":
      return matching(condition.value);
    case "longer_than":
      return (values) => values.lengthsComparedWith(condition.value).over;
    case "shorter_than":
      return (values) => values.lengthsComparedWith(condition.value).under;
    case "exists":
    case "missing":
      return ({ nodes }) => nodes.length;
  }
}

const others =
  (count: (values: ValuesAt) => number): FittingCount =>
  (values) =>
    values.nodes.length - count(values);

function equalTo(values: readonly (string | number | boolean | null)[]): (values: ValuesAt) => number {
  const keys = keysToEqual(values);
  return (found) => found.equalTo(keys);
}

function comparedBy(
  op: "over" | "at_least" | "under" | "at_most",
  threshold: string,
  guards: boolean,
): FittingCount {
  const asked = readDecimal(threshold);
  return (values) => {
    if (asked === null) return 0;
    const { under, equal, over, none } = values.comparedWith(asked);
    const fitting = { over, at_least: equal + over, under, at_most: under + equal }[op];
    return guards ? fitting + none : fitting;
  };
}

function matching(pattern: string): FittingCount {
  const fits = compilePattern(pattern);
  return (values) => values.textsThat(pattern, fits);
}
