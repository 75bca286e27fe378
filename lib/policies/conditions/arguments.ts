import { either } from "@/lib/core/text/either";
import type { CallForPolicies } from "../call";
import type { Compiled, Condition } from "./condition";
import { compileCondition } from "./rules";
import type { ArgumentCondition, ArgumentValue } from "./types";
import type { ArgumentValues } from "./values";

export const ARGUMENTS: Condition<"arguments"> = {
  field: { label: "Arguments" },
  words: (asked, allows) => asked.map((one) => conditionWords(one, allows)).join(" and "),
  compile: (asked, allows) =>
    asked.map((one) => ({
      fits: compileAt(one, allows, ({ arguments: values }) => values),
      words: () => conditionWords(one, allows),
    })),
};

/**
 * Of several values under a `*`, one stops a call, but all must allow it: the stricter reading.
 * @param valuesIn the values that the condition is about; undefined: unknown
 */
export function compileAt(
  asked: ArgumentCondition,
  allows: boolean,
  valuesIn: (call: CallForPolicies) => ArgumentValues | undefined,
): Compiled["fits"] {
  const { path, op } = asked;
  const fitting = compileCondition(asked, !allows);
  const fits = (values: ReturnType<ArgumentValues>): boolean => {
    const all = values.nodes.length;
    if (op === "missing" || all === 0) return op === "missing" && all === 0;
    const count = fitting(values);
    // Too many values to check in time: also the stricter reading.
    if (count === null) return !allows;
    return allows ? count === all : count > 0;
  };
  return (call) => {
    const values = valuesIn(call);
    return values && fits(values(path));
  };
}

function valueWords(value: ArgumentValue): string {
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  return value === "" ? "an empty text" : String(value);
}

export function comparisonWords(condition: ArgumentCondition): string {
  switch (condition.op) {
    case "equals":
      return `equal to ${valueWords(condition.value)}`;
    case "not_equals":
      return `other than ${valueWords(condition.value)}`;
    case "in":
      return `one of ${either(condition.value.map(valueWords))}`;
    case "not_in":
      return `none of ${either(condition.value.map(valueWords))}`;
    case "over":
    case "under":
      return `${condition.op} ${valueWords(condition.value)}`;
    case "at_least":
      return `at least ${valueWords(condition.value)}`;
    case "at_most":
      return `at most ${valueWords(condition.value)}`;
    case "matches":
      return `like ${valueWords(condition.value)}`;
    case "longer_than":
      return `longer than ${valueWords(condition.value)}`;
    case "shorter_than":
      return `shorter than ${valueWords(condition.value)}`;
    case "exists":
    case "missing":
      return "given";
  }
}

/** "with recipients over 1,000"; under a `*`, one value stops a call, and all must allow it. */
function conditionWords(condition: ArgumentCondition, allows: boolean): string {
  const name = condition.path.slice(1);
  if (condition.op === "missing") return `without ${name}`;
  const stars = condition.path.split("/").includes("*");
  const which = stars ? `${allows ? "every" : "any"} ` : "";
  return `with ${which}${name} ${comparisonWords(condition)}`;
}
