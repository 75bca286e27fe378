import type { RiskWord } from "@/lib/core/risk";
import type {
  ArgumentCondition,
  ArgumentValue,
  NameList,
  Policy,
  PolicyAction,
  PolicyMatch,
  Requirement,
  TimeWindow,
  Weekday,
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
export function riskWords(risks: readonly RiskWord[]): string {
  return `of ${either(risks)} risk`;
}

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

function durationWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

const ROLE_WORDS = { approver: "an approver", admin: "an administrator" };

/** Who may decide: "maya@acme.example or an administrator". */
export function deciderWords({ deciders: { people, roles } }: Requirement): string {
  const named = [...people, ...roles.map((role) => ROLE_WORDS[role])];
  return named.length > 0 ? either(named) : "a person";
}

/** What a policy demands beside the person, each as a clause of its own. */
export function requirementClauses(requirement: Requirement): string[] {
  const { separation, decideWithinSeconds, useWithinSeconds, reasonRequired } = requirement;
  return [
    ...(separation.requester ? ["the requester may not decide"] : []),
    ...(decideWithinSeconds === null
      ? []
      : [`a decision is due within ${durationWords(decideWithinSeconds)}`]),
    ...(useWithinSeconds === null
      ? []
      : [`an approved call has to start within ${durationWords(useWithinSeconds)}`]),
    ...(reasonRequired.length === 0 ? [] : [`a reason is needed to ${either(reasonRequired)}`]),
  ];
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
      return [`wait for ${deciderWords(policy.require)}`, ...requirementClauses(policy.require)].join("; ");
  }
}

/** A policy in one sentence. */
export function policySentence(policy: Policy): string {
  const said = `${subjectOf(policy.match, policy.action)} ${predicateOf(policy)}`;
  const ended = /[.!?]”$/.test(said) ? said : `${said}.`;
  return policy.on ? ended : `Switched off: ${ended}`;
}
