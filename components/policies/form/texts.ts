import { inUnits, secondsOf, type UnitName } from "@/components/words/durations";
import {
  type ArgumentCondition,
  type ArgumentOp,
  type ArgumentValue,
  type DeciderRole,
  EQUAL_OPS,
  LENGTH_OPS,
  LIST_OPS,
  NAME_LISTS,
  type NameList,
  NUMBER_OPS,
  type Policy,
  type PolicyAction,
  type ReasonedVerdict,
  type Requirement,
  type Threshold,
  type TimeWindow,
} from "@/lib/approvals/policies/types";
import { isExact } from "@/lib/core/json/decimals";
import type { RiskWord } from "@/lib/core/risk";

/** A time as a number and a unit; an empty text: none is set. */
export type AmountText = { amount: string; unit: UnitName };

export type ConditionText = { key: number; path: string; op: ArgumentOp; value: string };

/** A policy as its form holds it, each field as it was typed. */
export type PolicyText = {
  name: string;
  on: boolean;
  action: PolicyAction;
  reason: string;
  /** One pattern a line. */
  lists: Record<NameList, string>;
  risk: readonly RiskWord[];
  time: TimeWindow | null;
  arguments: readonly ConditionText[];
  roles: readonly DeciderRole[];
  people: readonly string[];
  requester: boolean;
  decideWithin: AmountText;
  useWithin: AmountText;
  reasonRequired: readonly ReasonedVerdict[];
};

const has = <T extends string>(list: readonly T[], op: string): op is T =>
  (list as readonly string[]).includes(op);

/** A policy as its form shows it. */
export function textOf(policy: Policy): PolicyText {
  const { match } = policy;
  const require = policy.action === "require" ? policy.require : null;
  return {
    name: policy.name,
    on: policy.on,
    action: policy.action,
    reason: policy.action === "deny" ? policy.reason : "",
    lists: listsOf((list) => match[list].join("\n")),
    risk: match.risk,
    time: match.time,
    arguments: match.arguments.map((condition, key) => conditionText(condition, key)),
    roles: require?.deciders.roles ?? [],
    people: require?.deciders.people ?? [],
    requester: require?.separation.requester ?? false,
    decideWithin: amountText(require?.decideWithinSeconds ?? null),
    useWithin: amountText(require?.useWithinSeconds ?? null),
    reasonRequired: require?.reasonRequired ?? [],
  };
}

/** The policy that a form holds. What is typed wrong stays wrong, so that the server says what it is. */
export function policyOf(text: PolicyText): Policy {
  const common = { name: text.name.trim(), on: text.on };
  const match = {
    ...listsOf((list) => linesOf(text.lists[list])),
    risk: text.risk,
    time: text.time,
    arguments: text.arguments.map(conditionOf),
  };
  if (text.action === "deny") return { ...common, action: "deny", reason: text.reason.trim(), match };
  if (text.action === "allow") return { ...common, action: "allow", match };
  return { ...common, action: "require", match, require: requirementOf(text) };
}

function requirementOf(text: PolicyText): Requirement {
  return {
    deciders: { roles: text.roles, people: text.people },
    separation: { requester: text.requester },
    decideWithinSeconds: secondsIn(text.decideWithin),
    useWithinSeconds: secondsIn(text.useWithin),
    reasonRequired: text.reasonRequired,
  };
}

function listsOf<T>(of: (list: NameList) => T): Record<NameList, T> {
  return Object.fromEntries(NAME_LISTS.map((list) => [list, of(list)])) as Record<NameList, T>;
}

/** The lines that hold something. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function amountText(seconds: number | null): AmountText {
  if (seconds === null) return { amount: "", unit: "hours" };
  const { amount, unit } = inUnits(seconds);
  return { amount: String(amount), unit };
}

/** No number is a time of no length, which the server refuses. */
function secondsIn({ amount, unit }: AmountText): number | null {
  const typed = amount.trim();
  if (typed === "") return null;
  return /^\d{1,9}$/.test(typed) ? secondsOf(Number(typed), unit) : 0;
}

function conditionText(condition: ArgumentCondition, key: number): ConditionText {
  const { path, op } = condition;
  const value = "value" in condition ? condition.value : "";
  const literal = has(EQUAL_OPS, op) || has(LIST_OPS, op);
  const texts = [value].flat().map((one) => (literal ? literalText(one) : String(one)));
  return { key, path, op, value: texts.join("\n") };
}

function conditionOf({ path: typed, op, value }: ConditionText): ArgumentCondition {
  const path = pathIn(typed);
  if (has(EQUAL_OPS, op)) return { path, op, value: literalIn(value) };
  if (has(LIST_OPS, op)) return { path, op, value: linesOf(value).map(literalIn) };
  if (has(NUMBER_OPS, op)) return { path, op, value: thresholdIn(value.trim()) };
  if (has(LENGTH_OPS, op)) return { path, op, value: /^\d{1,10}$/.test(value.trim()) ? Number(value) : -1 };
  return op === "matches" ? { path, op, value } : { path, op };
}

/** People write the name of an argument; a path begins with a slash. */
function pathIn(typed: string): string {
  const path = typed.trim();
  return path === "" || path.startsWith("/") ? path : `/${path}`;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function thresholdIn(text: string): Threshold {
  return NUMBER.test(text) && isExact(Number(text)) ? Number(text) : text;
}

/** Numbers, true, false and null are what they say; in double quotes they are texts. */
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
