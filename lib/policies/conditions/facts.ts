import { comparisonWords, compileAt } from "./arguments";
import type { Condition } from "./condition";
import type { FactCondition, FactName } from "./types";

/** As on the page of a call, in the form and in sentences. */
export const FACT_WORDS: Record<FactName, string> = {
  how_many: "how many",
  to_whom: "recipients",
  what: "what",
  undo: "undo",
};

export const factNameOf = ({ path }: Pick<FactCondition, "path">) => path.slice(1) as FactName;

/** Values as in `arguments`. A call without facts is like one without arguments. */
export const FACT_CONDITIONS: Condition<"facts"> = {
  field: {
    label: "Facts the gateway states",
    hint: "The gateway’s word, not the tool’s arguments: Countersign does not check it. A call without the fact matches only “is not given”.",
  },
  words: (asked) => `for which the gateway states ${asked.map(factWords).join(" and ")}`,
  compile: (asked, allows) =>
    asked.map((one) => ({
      fits: compileAt(one, allows, ({ facts }) => facts),
      words: () => `a fact the gateway states: ${factWords(one)}`,
    })),
};

/** "“how many” over 1,000", "no “undo”". */
function factWords(condition: FactCondition): string {
  const name = FACT_WORDS[factNameOf(condition)];
  return condition.op === "missing" ? `no “${name}”` : `“${name}” ${comparisonWords(condition)}`;
}
