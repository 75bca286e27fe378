import { inUnits, secondsOf, type UnitName } from "@/components/words/durations";
import type { Budget, BudgetPeriod, BudgetShare } from "@/lib/policies/budgets/types";
import {
  ANY_DECIDER,
  countNamed,
  type Deciders,
  type Policy,
  type PolicyAction,
  type ReasonedVerdict,
  type Requirement,
  seatsIn,
  sumOf,
  unionOf,
} from "@/lib/policies/types";
import { filledIn, isNumber, type MatchText, matchIn, matchText, pathIn, thresholdIn } from "./match-texts";

/** A duration as number and unit; empty text means none. */
export type AmountText = { amount: string; unit: UnitName };

/** A budget as its form holds it; an empty `of` counts calls. */
export type BudgetText = { atMost: string; of: string; per: BudgetPeriod; each: BudgetShare };

/** One group of approvers; `key` stays with it while others come and go. */
export type SeatText = { key: number; approvals: string; who: Deciders };

/** A policy as its form holds it, each field as typed. */
export type PolicyText = {
  name: string;
  on: boolean;
  action: PolicyAction;
  reason: string;
  match: MatchText;
  /** Null means none. */
  budget: BudgetText | null;
  /** Who approves: one group of approvers, or several with a seat each. */
  seats: readonly SeatText[];
  requester: boolean;
  editor: boolean;
  owner: boolean;
  decideWithin: AmountText;
  useWithin: AmountText;
  reasonRequired: readonly ReasonedVerdict[];
  passkey: boolean;
  hold: AmountText;
  escalateAfter: AmountText;
  escalateTo: Deciders;
};

/** A policy as its form shows it. */
export function textOf(policy: Policy): PolicyText {
  const require = policy.action === "require" ? policy.require : null;
  return {
    name: policy.name,
    on: policy.on,
    action: policy.action,
    reason: policy.action === "deny" ? policy.reason : "",
    match: matchText(policy.match),
    budget: policy.budget ? budgetText(policy.budget) : null,
    seats: seatsIn(require ?? ANY_DECIDER).map((seat, key) => ({
      ...{ key, approvals: String(seat.approvals), who: namedIn(seat) },
    })),
    requester: require?.separation.requester ?? false,
    editor: require?.separation.editor ?? false,
    owner: require?.separation.owner ?? false,
    decideWithin: amountText(require?.decideWithinSeconds ?? null),
    useWithin: amountText(require?.useWithinSeconds ?? null),
    reasonRequired: require?.reasonRequired ?? [],
    passkey: require?.passkey ?? false,
    hold: amountText(require?.holdSeconds ?? null, "seconds"),
    escalateAfter: amountText(require?.escalate?.afterSeconds ?? null, "minutes"),
    escalateTo: namedIn(require?.escalate ?? ANY_DECIDER.deciders),
  };
}

const namedIn = ({ roles, people, groups }: Deciders): Deciders => ({ roles, people, groups });

/** The policy of a form. Invalid input stays invalid, so that the server reports it. */
export function policyOf(text: PolicyText): Policy {
  const budget = text.budget && budgetIn(text.budget);
  const common = { name: text.name.trim(), on: text.on, ...(budget ? { budget } : {}) };
  const match = matchIn(text.match);
  if (text.action === "deny") return { ...common, action: "deny", reason: text.reason.trim(), match };
  if (text.action === "allow") return { ...common, action: "allow", match };
  return { ...common, action: "require", match, require: requirementOf(text) };
}

/** The same without what is not filled in yet: of that nothing can be said. */
export function sayablePolicyOf(text: PolicyText): Policy {
  const { budget } = text;
  const isWhole = budget !== null && isNumber(budget.atMost.trim()) && budget.of.trim() !== "/";
  const filled = { ...text, match: filledIn(text.match), budget: isWhole ? budget : null };
  const policy = policyOf(filled);
  return policy.action === "require" ? { ...policy, require: sayable(policy.require) } : policy;
}

function sayable(require: Requirement): Requirement {
  const { holdSeconds, escalate } = require;
  const isWhole = escalate && escalate.afterSeconds > 0 && countNamed(escalate) > 0;
  return {
    ...require,
    holdSeconds: holdSeconds !== null && holdSeconds > 0 ? holdSeconds : null,
    escalate: isWhole ? escalate : null,
  };
}

function whoIn(all: readonly SeatText[]): Pick<Requirement, "approvals" | "deciders" | "seats"> {
  const seats = all.map(({ approvals, who }) => ({ approvals: countIn(approvals), ...who }));
  const [first] = seats;
  if (first && seats.length === 1) return { approvals: first.approvals, deciders: namedIn(first) };
  return { approvals: sumOf(seats), deciders: unionOf(seats), seats };
}

function requirementOf(text: PolicyText): Requirement {
  return {
    ...whoIn(text.seats),
    separation: {
      ...{ requester: text.requester, editor: text.editor },
      ...(text.owner ? { owner: true as const } : {}),
    },
    decideWithinSeconds: secondsIn(text.decideWithin),
    useWithinSeconds: secondsIn(text.useWithin),
    reasonRequired: text.reasonRequired,
    passkey: text.passkey,
    holdSeconds: holdIn(text.hold),
    escalate: escalationOf(text),
  };
}

/** An empty duration means no hold; text that is not a number stays invalid for the server. */
function holdIn(typed: AmountText): number | null {
  const isNumber = /^\d*$/.test(typed.amount.trim());
  return isNumber ? secondsIn(typed) || null : -1;
}

/**
 * Without both a time and people there is no escalation; with one of them the server asks for the
 * other.
 */
function escalationOf({ escalateAfter, escalateTo }: PolicyText): Requirement["escalate"] {
  const after = secondsIn(escalateAfter);
  return after === null && countNamed(escalateTo) === 0 ? null : { afterSeconds: after ?? 0, ...escalateTo };
}

function amountText(seconds: number | null, usual: UnitName = "hours"): AmountText {
  if (seconds === null) return { amount: "", unit: usual };
  const { amount, unit } = inUnits(seconds);
  return { amount: String(amount), unit };
}

/**
 * An empty field means one person; text that is not a number becomes zero, which the server
 * refuses.
 */
function countIn(typed: string): number {
  const text = typed.trim();
  if (text === "") return 1;
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

/** Text that is not a number becomes an invalid duration, which the server refuses. */
function secondsIn({ amount, unit }: AmountText): number | null {
  const typed = amount.trim();
  if (typed === "") return null;
  return /^\d{1,9}$/.test(typed) ? secondsOf(Number(typed), unit) : 0;
}

const budgetText = ({ atMost, of, per, each }: Budget): BudgetText => ({
  ...{ per, each },
  atMost: String(atMost),
  of: of?.slice(1) ?? "",
});

function budgetIn({ atMost, of, per, each }: BudgetText): Budget {
  const path = pathIn(of);
  return { atMost: thresholdIn(atMost.trim()), of: path === "" ? null : path, per, each };
}
