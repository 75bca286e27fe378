import { either } from "@/lib/core/text/either";
import type { Compiled, Condition } from "./condition";
import { compileCondition } from "./rules";
import type { ArgumentCondition, ArgumentValue } from "./types";
import type { ArgumentValues } from "./values";

type Words = (condition: ArgumentCondition, allows: boolean) => string;

const from = (
  source: "arguments" | "facts",
  words: Words,
): Pick<Condition<"arguments">, "words" | "compile"> => ({
  words: (asked, allows) => asked.map((one) => words(one, allows)).join(" and "),
  compile: (asked, allows) => asked.map((one) => compiled(one, allows, source, words)),
});

export const ARGUMENTS: Condition<"arguments"> = {
  field: { label: "Arguments", each: "argument", hint: "For example amount, or items/*/price" },
  ...from("arguments", conditionWords),
};

/** The same conditions on what the gateway states: always marked as its word. */
export const FACTS: Condition<"arguments"> = {
  field: { label: "Facts that the gateway states", each: "fact", hint: "what, to_whom, how_many or undo" },
  ...from("facts", factWords),
};

/** Of several values under a `*`, one stops a call, but all must allow it: the stricter reading. */
function compiled(
  asked: ArgumentCondition,
  allows: boolean,
  source: "arguments" | "facts",
  words: Words,
): Compiled {
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
  return {
    fits: (call) => {
      const values = call[source];
      return values && fits(values(path));
    },
    words: () => words(asked, allows),
  };
}

function valueWords(value: ArgumentValue): string {
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  return value === "" ? "an empty text" : String(value);
}

function comparisonWords(condition: ArgumentCondition): string {
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

/** "with how_many over 1,000 by the gateway’s word". */
function factWords(condition: ArgumentCondition, allows: boolean): string {
  return `${conditionWords(condition, allows)} by the gateway’s word`;
}
