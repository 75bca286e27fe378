import { all, either } from "@/lib/core/text/either";
import type { Budget, BudgetOfCall } from "./budgets/types";
import { askedIn, conditionOf, isAsked, SPOKEN } from "./conditions/registry";
import type { PolicyMatch } from "./conditions/types";
import type { Deciders, Escalation, Policy, PolicySeat, Requirement } from "./types";

function subjectOf(match: PolicyMatch, allows: boolean): string {
  const parts = SPOKEN.filter((key) => isAsked(askedIn(match, key))).map((key) =>
    conditionOf(key).words(askedIn(match, key), allows),
  );
  return parts.length > 0 ? `Calls ${parts.join(" ")}` : "All calls";
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "90 seconds", "2 hours": in the largest unit without a fraction. */
export function durationWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

/** A number with thousands separators, with all its digits. */
function exactWords(value: number | string): string {
  const [whole = "", ...rest] = String(value).split(".");
  if (!/^\d+$/.test(whole)) return String(value);
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

const SHARE_WORDS: Record<Budget["each"], string> = {
  agent: "agent",
  session: "session",
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

/** What this call takes: "It is call 4 in 60 minutes", "It takes 750 more"; null if unknown. */
export function takesWords({ used, amount, of, per }: BudgetOfCall): string | null {
  if (amount === null || amount === "0") return null;
  if (of !== null) return `It takes ${exactWords(amount)}${used === "0" ? "" : " more"}.`;
  return `It is call ${(Number(used) + 1).toLocaleString("en")} in ${per === "hour" ? "60 minutes" : "24 hours"}.`;
}

/** For a policy that depends on its budget: why the budget did not match. */
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

/** Who must approve: "an approver", "2 people", "2 of the group ops and the administrators". */
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

/** Of which people a seat is: "ops", "finance or the administrators", "maya@acme.example". */
export function seatName({ people, groups, roles }: Deciders): string {
  const named = [...people, ...groups, ...roles.map((role) => `the ${ROLES_WORDS[role]}`)];
  return named.length > 0 ? either(named) : "the approvers";
}

/** "one of ops", "2 of ops", "maya@acme.example". */
export function seatWords({ approvals, ...of }: PolicySeat): string {
  return isOnePerson(approvals, of) ? seatName(of) : `${inWords(approvals)} of ${seatName(of)}`;
}

/** Of a seat that lacks `open` people: "one more of finance", "maya@acme.example". */
export function moreWords({ approvals, ...of }: PolicySeat, open: number): string {
  return isOnePerson(approvals, of) ? seatName(of) : `${inWords(open)} more of ${seatName(of)}`;
}

const isOnePerson = (approvals: number, { people, groups, roles }: Deciders) =>
  approvals === 1 && people.length === 1 && groups.length + roles.length === 0;

const inWords = (count: number) => (count === 1 ? "one" : String(count));

/** "one of ops and one of finance". */
function seatsWords(seats: readonly PolicySeat[]): string {
  return all(seats.map(seatWords));
}

/** "after 30 minutes the group on-call may decide as well". */
export function escalationWords(escalation: Escalation): string {
  return `after ${durationWords(escalation.afterSeconds)} ${deciderWords(escalation)} may decide as well`;
}

function requirementClauses(requirement: Requirement): string[] {
  const { separation, decideWithinSeconds, useWithinSeconds, reasonRequired } = requirement;
  const { passkey, holdSeconds, escalate } = requirement;
  return [
    ...(escalate === null ? [] : [escalationWords(escalate)]),
    ...(separation.requester ? ["the requester may not decide"] : []),
    ...(separation.owner ? ["the agent’s owner may not decide"] : []),
    ...(separation.editor ? ["the editor of the arguments may not approve them"] : []),
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

/** All requirements, each as a clause after the name of a call: "waits for 2 people". */
export function demandClauses(requirement: Requirement): string[] {
  const { seats } = requirement;
  const who = seats ? `waits: ${seatsWords(seats)} must approve` : `waits for ${awaitedWords(requirement)}`;
  return [who, ...requirementClauses(requirement)];
}

function waitWords(requirement: Requirement): string {
  const { seats } = requirement;
  return seats ? `wait: ${seatsWords(seats)} must approve` : `wait for ${awaitedWords(requirement)}`;
}

function predicateOf(policy: Policy): string {
  switch (policy.action) {
    case "allow":
      return policy.match.risk.length === 0
        ? "run without a person, unless they are critical"
        : "run without a person";
    case "deny":
      return `are refused, and the agent gets the reason: “${policy.reason}”`;
    case "require":
      return [waitWords(policy.require), ...requirementClauses(policy.require)].join("; ");
  }
}

function saidOf(policy: Policy): string {
  const { match, action, budget } = policy;
  const subject = subjectOf(match, action === "allow");
  if (!budget) return `${subject} ${predicateOf(policy)}`;
  const limit = budgetWords(budget);
  return action === "allow"
    ? `${subject} ${predicateOf(policy)}: ${limit}; beyond that the policies behind decide`
    : `${subject}: ${limit}; beyond that they ${predicateOf(policy)}`;
}

export function policySentence(policy: Policy): string {
  const said = saidOf(policy);
  const ended = /[.!?]”$/.test(said) ? said : `${said}.`;
  return policy.on ? ended : `Switched off: ${ended}`;
}
