import { isExact } from "@/lib/core/json/decimals";
import type { RiskWord } from "@/lib/core/risk";
import type { TimeWindow } from "@/lib/core/time-window/types";
import { askedIn, CONDITION_KEYS, isAsked } from "@/lib/policies/conditions/registry";
import type { ConditionKey, KindOf, PolicyMatch } from "@/lib/policies/conditions/types";
import {
  type ArgumentCondition,
  type ArgumentOp,
  type ArgumentValue,
  type AskedOf,
  CONDITIONS,
  EQUAL_OPS,
  type FactCondition,
  type Kind,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
  type Threshold,
} from "@/lib/policies/conditions/types";
import { EVERY_CALL } from "@/lib/policies/types";

export type ConditionText = { key: number; path: string; op: ArgumentOp; value: string };

/** The conditions of each kind, as text fields hold them. */
export type TextOf = {
  /** One pattern a line. */
  names: string;
  risks: readonly RiskWord[];
  window: TimeWindow | null;
  arguments: readonly ConditionText[];
  facts: readonly ConditionText[];
};

/** All conditions of a policy, each field as typed. */
export type MatchText = { [C in ConditionKey]: TextOf[KindOf<C>] };

/** Converts between a condition and its field. */
type Texts<K extends Kind> = { text(asked: AskedOf[K]): TextOf[K]; asked(text: TextOf[K]): AskedOf[K] };

const TEXTS: { [K in Kind]: Texts<K> } = {
  names: { text: (patterns) => patterns.join("\n"), asked: linesOf },
  risks: { text: (risks) => risks, asked: (risks) => risks },
  window: { text: (time) => time, asked: (time) => time },
  arguments: { text: (all) => all.map(conditionText), asked: (all) => all.map(argumentIn) },
  // The field offers the paths of facts only.
  facts: {
    text: (all) => all.map(conditionText),
    asked: (all) => all.map((one) => argumentIn(one) as FactCondition),
  },
};

const textsOf = (key: ConditionKey): Texts<Kind> => TEXTS[CONDITIONS[key].kind];

export function matchText(match: PolicyMatch): MatchText {
  const texts = CONDITION_KEYS.map((key) => [key, textsOf(key).text(askedIn(match, key))]);
  return Object.fromEntries(texts) as MatchText;
}

/** The match of the fields. */
export function matchIn(text: MatchText): PolicyMatch {
  const asked = CONDITION_KEYS.map((key) => [key, textsOf(key).asked(text[key])] as const);
  return { ...EVERY_CALL, ...Object.fromEntries(asked.filter(([, value]) => isAsked(value))) };
}

/** The match without incomplete conditions on arguments and facts. */
export function filledIn(text: MatchText): MatchText {
  // For other operators an empty value is the empty string.
  const needsValue = [...NUMBER_OPS, ...LENGTH_OPS, ...LIST_OPS];
  const isFilled = ({ path, op, value }: ConditionText) =>
    path.trim() !== "" && (value.trim() !== "" || !has(needsValue, op));
  return { ...text, arguments: text.arguments.filter(isFilled), facts: text.facts.filter(isFilled) };
}

const has = <T extends string>(list: readonly T[], op: string): op is T =>
  (list as readonly string[]).includes(op);

/** The non-empty lines. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function conditionText(condition: ArgumentCondition, key: number): ConditionText {
  const { path, op } = condition;
  const value = "value" in condition ? condition.value : "";
  const literal = has(EQUAL_OPS, op) || has(LIST_OPS, op);
  const texts = [value].flat().map((one) => (literal ? literalText(one) : String(one)));
  return { key, path, op, value: texts.join("\n") };
}

function argumentIn({ path: typed, op, value }: ConditionText): ArgumentCondition {
  const path = pathIn(typed);
  if (has(EQUAL_OPS, op)) return { path, op, value: literalIn(value) };
  if (has(LIST_OPS, op)) return { path, op, value: linesOf(value).map(literalIn) };
  if (has(NUMBER_OPS, op)) return { path, op, value: thresholdIn(value.trim()) };
  if (has(LENGTH_OPS, op)) return { path, op, value: /^\d{1,10}$/.test(value.trim()) ? Number(value) : -1 };
  return op === "matches" ? { path, op, value } : { path, op };
}

/** Turns an argument name into a path, which begins with a slash. */
export function pathIn(typed: string): string {
  const path = typed.trim();
  return path === "" || path.startsWith("/") ? path : `/${path}`;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export function thresholdIn(text: string): Threshold {
  return NUMBER.test(text) && isExact(Number(text)) ? Number(text) : text;
}

export const isNumber = (text: string): boolean => NUMBER.test(text);

/** Parses numbers, true, false and null; text in double quotes is a string. */
function literalIn(typed: string): ArgumentValue {
  const text = typed.trim();
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (/^"[^"]*"$/.test(text)) return text.slice(1, -1);
  const number = thresholdIn(text);
  return typeof number === "number" ? number : text;
}

function literalText(value: ArgumentValue): string {
  if (typeof value !== "string") return String(value);
  return value === literalIn(value) ? value : `"${value}"`;
}
