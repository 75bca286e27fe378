import { ARGUMENTS } from "./arguments";
import type { Condition } from "./condition";
import { FACT_CONDITIONS } from "./facts";
import { NAMES } from "./names";
import { RISK_CONDITIONS } from "./risks";
import { TIME } from "./time";
import {
  type AskedOf,
  CONDITIONS,
  type ConditionKey,
  type Kind,
  type KindOf,
  type PolicyMatch,
} from "./types";

const REGISTRY: { [C in ConditionKey]: Condition<KindOf<C>> } = {
  ...NAMES,
  ...RISK_CONDITIONS,
  time: TIME,
  arguments: ARGUMENTS,
  facts: FACT_CONDITIONS,
};

export const CONDITION_KEYS = Object.keys(CONDITIONS) as ConditionKey[];

// The first and last conditions of a sentence; all others are between them.
const FIRST: readonly ConditionKey[] = ["tools", "providers", "gateways"];
const LAST: readonly ConditionKey[] = ["arguments", "facts", "time"];

export const SPOKEN: readonly ConditionKey[] = [
  ...FIRST,
  ...CONDITION_KEYS.filter((key) => !FIRST.includes(key) && !LAST.includes(key)),
  ...LAST,
];

const NOTHING: AskedOf = { names: [], risks: [], window: null, arguments: [], facts: [] };

/** The condition of a key, of the same kind as `askedIn` for that key. */
export const conditionOf = (key: ConditionKey): Condition => REGISTRY[key];

/** What a policy asks by one of the conditions. */
export function askedIn(match: PolicyMatch, key: ConditionKey): AskedOf[Kind] {
  return match[key] ?? NOTHING[CONDITIONS[key].kind];
}

export function isAsked(asked: AskedOf[Kind]): boolean {
  return Array.isArray(asked) ? asked.length > 0 : asked !== null;
}
