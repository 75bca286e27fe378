import type { RiskWord } from "@/lib/core/risk";
import type { TimeWindow, Weekday } from "@/lib/core/time-window/types";
import type { Budget, BudgetOfCall } from "./budgets/types";
import type {
  ArgumentCondition,
  ArgumentValue,
  Deciders,
  Escalation,
  NameList,
  Policy,
  PolicyAction,
  PolicyMatch,
  Requirement,
} from "./types";

// A policy in plain words, for pages, the trail and whoever tries one.

/** "a, b or c". */
function either(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} or ${last}`;
}

const BEFORE_NAMES: Record<NameList, string> = {
  tools: "to",
  providers: "of the provider",
  gateways: "through the gateway",
  tenants: "for the tenant",
  agents: "by the agent",
  models: "on the model",
  onBehalfOf: "on behalf of",
};

// In the order of a sentence.
const SPOKEN = ["tools", "providers", "gateways", "tenants", "agents", "models", "onBehalfOf"] as const;

/** "to send-broadcast or delete-*". */
export function listWords(list: NameList, patterns: readonly string[]): string {
  return `${BEFORE_NAMES[list]} ${either(patterns)}`;
}

/** "of high or critical risk". */
export const riskWords = (risks: readonly RiskWord[]): string => `of ${either(risks)} risk`;

/** "that their gateway calls high or critical". */
export const claimedWords = (risks: readonly RiskWord[]) => `that their gateway calls ${either(risks)}`;

const DAYS: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** "on Saturday or Sunday from 18:00 to 08:00 (Europe/Zurich)". */
export function timeWords({ weekdays, from, to, zone }: TimeWindow): string {
  const days = weekdays.length > 0 ? `on ${either(weekdays.map((day) => DAYS[day]))} ` : "";
  const hours = from !== null && to !== null ? `from ${from} to ${to} ` : "";
  return `${days}${hours}(${zone})`;
}

function valueWords(value: ArgumentValue): string {
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  return value === "" ? "an empty text" : String(value);
}

/** What stands behind the name of an argument: "over 1,000". */
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

/** "with recipients over 1,000"; under a star any one value stops a call, and every one has to let it pass. */
export function conditionWords(condition: ArgumentCondition, action: PolicyAction): string {
  const name = condition.path.slice(1);
  if (condition.op === "missing") return `without ${name}`;
  const stars = condition.path.split("/").includes("*");
  const which = stars ? `${action === "allow" ? "every" : "any"} ` : "";
  return `with ${which}${name} ${comparisonWords(condition)}`;
}

function subjectOf(match: PolicyMatch, action: PolicyAction): string {
  const parts = SPOKEN.filter((list) => match[list].length > 0).map((list) => listWords(list, match[list]));
  if (match.risk.length > 0) parts.push(riskWords(match.risk));
  if (match.claimedRisk?.length) parts.push(claimedWords(match.claimedRisk));
  const conditions = match.arguments.map((condition) => conditionWords(condition, action));
  if (conditions.length > 0) parts.push(conditions.join(" and "));
  if (match.time) parts.push(timeWords(match.time));
  return parts.length > 0 ? `Calls ${parts.join(" ")}` : "All calls";
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "90 seconds", "2 hours": in the largest unit that needs no fraction. */
export function durationWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

/** A number as it is written, with its thousands apart: no digit of it is lost. */
function exactWords(value: number | string): string {
  const [whole = "", ...rest] = String(value).split(".");
  if (!/^\d+$/.test(whole)) return String(value);
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

const SHARE_WORDS: Record<Budget["each"], string> = {
  agent: "agent",
  on_behalf_of: "person on whose behalf they are made",
  tenant: "tenant",
};

/** "at most 20 an hour per agent", "at most 5,000 in amount a day per tenant". */
export function budgetWords({ atMost, of, per, each }: Budget): string {
  const what = of === null ? "" : ` in ${of.slice(1)}`;
  return `at most ${exactWords(atMost)}${what} ${per === "hour" ? "an hour" : "a day"} per ${SHARE_WORDS[each]}`;
}

/** "12 of 20 used", "4,900 of 5,000 in amount used". */
export function usedWords({ used, atMost, of }: BudgetOfCall): string {
  return `${exactWords(used)} of ${exactWords(atMost)}${of === null ? "" : ` in ${of.slice(1)}`} used`;
}

/** Where a policy fits only by its budget: what of that did not fit. */
export function roomWords(state: BudgetOfCall & { hasRoom: boolean }): string {
  if (state.hasRoom) return `its budget has room: ${usedWords(state)}`;
  return state.amount === null
    ? `the call has no number at ${state.of} for its budget`
    : `its budget is used up: ${usedWords(state)}`;
}

const ROLE_WORDS = { approver: "an approver", admin: "an administrator" };
const ROLES_WORDS = { approver: "approvers", admin: "administrators" };

const groupWords = (groups: readonly string[]) => groups.map((name) => `the group ${name}`);

/** Who may decide: "maya@acme.example, the group ops or an administrator". */
export function deciderWords({ people, groups, roles }: Deciders): string {
  const named = [...people, ...groupWords(groups), ...roles.map((role) => ROLE_WORDS[role])];
  return named.length > 0 ? either(named) : "a person";
}

/** Whose approval a call waits for: "an approver", "2 people", "2 of the group ops", "2 of the group ops and the administrators". */
export function awaitedWords(requirement: Requirement): string {
  const { approvals, deciders } = requirement;
  const { people, groups, roles } = deciders;
  if (approvals === 1) return deciderWords(deciders);
  if (people.length + groups.length === 0)
    return `${approvals} ${roles.length > 0 ? either(roles.map((role) => ROLES_WORDS[role])) : "people"}`;
  const named = [...people, ...groupWords(groups), ...roles.map((role) => `the ${ROLES_WORDS[role]}`)];
  const before = named.slice(0, -1).join(", ");
  return `${approvals} of ${before === "" ? "" : `${before} and `}${named.at(-1)}`;
}

/** "after 30 minutes the group on-call may decide as well". */
export function escalationWords(escalation: Escalation): string {
  return `after ${durationWords(escalation.afterSeconds)} ${deciderWords(escalation)} may decide as well`;
}

/** What a policy demands beside the people, each as a clause of its own. */
function requirementClauses(requirement: Requirement): string[] {
  const { separation, decideWithinSeconds, useWithinSeconds, reasonRequired } = requirement;
  const { passkey, holdSeconds, escalate } = requirement;
  return [
    ...(escalate === null ? [] : [escalationWords(escalate)]),
    ...(separation.requester ? ["the requester may not decide"] : []),
    ...(separation.owner ? ["the agent’s owner may not decide"] : []),
    ...(separation.editor ? ["whoever edits the arguments may not approve them"] : []),
    ...(decideWithinSeconds === null
      ? []
      : [`a decision is due within ${durationWords(decideWithinSeconds)}`]),
    ...(useWithinSeconds === null
      ? []
      : [`an approved call has to start within ${durationWords(useWithinSeconds)}`]),
    ...(reasonRequired.length === 0 ? [] : [`a reason is needed to ${either(reasonRequired)}`]),
    ...(passkey ? ["a passkey is needed to approve"] : []),
    ...(holdSeconds === null
      ? []
      : [`an approved call is held for ${durationWords(holdSeconds)}, in which the approval can be undone`]),
  ];
}

/** All that a policy demands, each as a clause of its own, after the name of a call: "waits for 2 people". */
export function demandClauses(requirement: Requirement): string[] {
  return [`waits for ${awaitedWords(requirement)}`, ...requirementClauses(requirement)];
}

function predicateOf(policy: Policy): string {
  switch (policy.action) {
    case "allow":
      return policy.match.risk.length === 0
        ? "run without a person, unless they are critical"
        : "run without a person";
    case "deny":
      return `are refused, and the agent is told: “${policy.reason}”`;
    case "require":
      return [`wait for ${awaitedWords(policy.require)}`, ...requirementClauses(policy.require)].join("; ");
  }
}

function saidOf(policy: Policy): string {
  const { match, action, budget } = policy;
  const subject = subjectOf(match, action);
  if (!budget) return `${subject} ${predicateOf(policy)}`;
  const limit = budgetWords(budget);
  return action === "allow"
    ? `${subject} ${predicateOf(policy)}: ${limit}; beyond that the policies behind decide`
    : `${subject}: ${limit}; beyond that they ${predicateOf(policy)}`;
}

/** A policy in one sentence. */
export function policySentence(policy: Policy): string {
  const said = saidOf(policy);
  const ended = /[.!?]”$/.test(said) ? said : `${said}.`;
  return policy.on ? ended : `Switched off: ${ended}`;
}
