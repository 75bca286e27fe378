import { deciderWords, escalationWords } from "./sentences";
import {
  ANY_DECIDER,
  type Deciders,
  type Demand,
  type Escalation,
  type Policy,
  type PolicyOfCall,
  type ReasonedVerdict,
  type Requirement,
} from "./types";

/**
 * A person who wants to decide, as they are at this moment, with their groups and those in which they are not on duty. `isRequester`:
 * the call is made on their behalf. `waitedMs`: how long it has waited by the database's clock.
 */
export type WouldBeDecider = {
  role: string;
  email: string;
  groups: readonly string[];
  offDuty: readonly string[];
  isRequester: boolean;
  /** They own the agent that makes the call. */
  isOwner: boolean;
  waitedMs: number;
};

/** A policy that asks for something of those who decide. */
export type DemandingPolicy = PolicyOfCall & { require: Requirement };

/** The columns of a call that say by which policies it waits. */
export type WaitsBy = { policy: unknown; editPolicies: unknown };

/** All that is demanded of the decision: by the policy that held the call, and by those that fitted what people made of it. */
export function demandsOf({ policy, editPolicies }: WaitsBy): DemandingPolicy[] {
  // Stored by `addRevision` and by nothing else.
  const edits = (editPolicies as unknown[] | null) ?? [];
  return [policy, ...edits].flatMap((one) => requirementOf(one) ?? []);
}

/** What a stored policy demands of the decision; null where it demands nothing. */
export function requirementOf(policy: unknown): DemandingPolicy | null {
  // Stored by the gate, and with an edit.
  const stored = policy as PolicyOfCall | null;
  if (!stored?.require) return null;
  return { ...stored, require: wholeRequirement(stored.require) };
}

/** A stored requirement with all its members: one that a process of an earlier version stored may lack some. */
export function wholeRequirement(stored: Partial<Requirement>): Requirement {
  const deciders = { ...ANY_DECIDER.deciders, ...stored.deciders };
  return { ...ANY_DECIDER, ...stored, deciders };
}

/** Whether it has to be known to which groups a person belongs before it can be said whether they may decide. */
export function namesGroups({ require: { deciders, escalate } }: DemandingPolicy): boolean {
  return deciders.groups.length + (escalate?.groups.length ?? 0) > 0;
}

/** What a policy asks of how many people, and where; null where it leaves nothing to people. */
export function demandOf(policy: Policy): Demand | null {
  if (policy.action !== "require") return null;
  const { tenants } = policy.match;
  const { approvals, deciders, escalate, passkey } = policy.require;
  // Whoever may decide later counts: they need not be many at once.
  return {
    approvals,
    tenants: wholeNames(tenants),
    deciders: escalate ? together(deciders, escalate) : deciders,
    apart: policy.require.separation.owner ? { agents: wholeNames(policy.match.agents) } : null,
    passkey,
  };
}

/** Names without a star; null where there are others, or none. */
function wholeNames(names: readonly string[]): readonly string[] | null {
  return names.length > 0 && names.every((name) => !name.includes("*")) ? names : null;
}

function together(one: Deciders, other: Deciders): Deciders {
  const both = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])];
  return {
    roles: both(one.roles, other.roles),
    people: both(one.people, other.people),
    groups: both(one.groups, other.groups),
  };
}

/** Whether it has to be known on whose behalf the call is made before somebody may decide it. */
export function separatesRequester({ require }: DemandingPolicy): boolean {
  return require.separation.requester;
}

/** Whether whoever edited the arguments may not approve them. */
export function separatesEditor({ require }: DemandingPolicy): boolean {
  return require.separation.editor;
}

/** Whether who owns the agent that makes the call may not decide it. */
export function separatesOwner({ require }: DemandingPolicy): boolean {
  return require.separation.owner === true;
}

/** Why whoever edited the arguments may not approve them. */
export function ownEditWords({ name }: DemandingPolicy): string {
  return `You edited the arguments, and the policy “${name}” lets nobody approve their own edit.`;
}

/** Why a person may not decide a call under its policies, in a sentence; null where they may. */
export function ineligibleBecause(
  demands: readonly DemandingPolicy[],
  person: WouldBeDecider,
): string | null {
  for (const demand of demands) {
    const why = ineligibleUnder(demand, person);
    if (why !== null) return why;
  }
  return null;
}

function ineligibleUnder({ name, require }: DemandingPolicy, person: WouldBeDecider): string | null {
  const { deciders, escalate } = require;
  const isEscalated = escalate !== null && person.waitedMs >= escalate.afterSeconds * 1_000;
  const present = isEscalated ? together(deciders, escalate) : deciders;
  const { roles, people, groups } = deciders;
  if (roles.length + people.length + groups.length > 0 && !names(present, person)) {
    const later = escalate && !isEscalated ? `; ${escalationWords(escalate)}` : "";
    const off = present.groups.some((one) => person.offDuty.includes(one)) ? " You are not on duty now." : "";
    return `The policy “${name}” leaves this call to ${deciderWords(present)}${later}.${off}`;
  }
  if (require.separation.requester && person.isRequester)
    return `This call is made on your behalf, and the policy “${name}” lets nobody decide their own.`;
  if (require.separation.owner && person.isOwner)
    return `You own the agent that makes this call, and the policy “${name}” lets nobody decide for their own agent.`;
  return null;
}

function names({ roles, people, groups }: Deciders, person: WouldBeDecider): boolean {
  return (
    roles.some((one) => one === person.role) ||
    people.includes(person.email.toLowerCase()) ||
    groups.some((one) => person.groups.includes(one))
  );
}

/** For how many seconds a call is held once enough people approved it: as long as the policy that asks for most. */
export function holdSecondsOf(demands: readonly DemandingPolicy[]): number {
  return Math.max(0, ...demands.map(({ require }) => require.holdSeconds ?? 0));
}

/** Who joins those who decide, after how many seconds. */
export function escalationsOf(demands: readonly DemandingPolicy[]): Escalation[] {
  return demands.flatMap(({ require }) => require.escalate ?? []);
}

/** The policy that asks for a reason for this verdict. A no always has one. */
export function asksReason(
  demands: readonly DemandingPolicy[],
  verdict: string,
): DemandingPolicy | undefined {
  return demands.find(({ require }) => require.reasonRequired.includes(verdict as ReasonedVerdict));
}

/** The policy that asks for a yes to be signed with a passkey. */
export function asksPasskey(demands: readonly DemandingPolicy[]): DemandingPolicy | undefined {
  return demands.find(({ require }) => require.passkey);
}

/** Somebody who is out, as far as it matters to whether their deputy may decide a call. */
export type AbsentDecider = Pick<
  WouldBeDecider,
  "role" | "email" | "groups" | "offDuty" | "isRequester" | "isOwner"
> & {
  id: string;
  name: string;
};

/** How a person stands to a call: `why` they may not decide it, else in whose place they may; nobody's where they may by themself. */
export type Standing<A> = { why: string | null; inPlaceOf: readonly A[] };

/**
 * Whether a person may decide a call under its policies, by themself or else as the deputy of people who are out. A deputy has the names
 * and groups of the one who is out and no more of a role than both have; and neither of them may have asked for the call.
 */
export function standingOf<A extends AbsentDecider>(
  demands: readonly DemandingPolicy[],
  person: WouldBeDecider,
  absent: readonly A[],
): Standing<A> {
  const why = ineligibleBecause(demands, person);
  if (why === null) return { why, inPlaceOf: [] };
  const inPlaceOf = absent.filter((one) => ineligibleBecause(demands, deputyOf(one, person)) === null);
  if (inPlaceOf.length > 0) return { why: null, inPlaceOf };
  const free = { isRequester: false, isOwner: false };
  const barred = absent.find(
    (one) => ineligibleBecause(demands, { ...deputyOf(one, person), ...free }) === null,
  );
  if (!barred || person.isRequester || person.isOwner) return { why, inPlaceOf };
  const because = barred.isRequester ? onBehalfOfAbsent(barred) : ownsAgentOfAbsent(barred);
  return { why: `${why} ${because}`, inPlaceOf };
}

function deputyOf(one: AbsentDecider, person: WouldBeDecider): WouldBeDecider {
  return {
    ...{ email: one.email, groups: one.groups, offDuty: one.offDuty, waitedMs: person.waitedMs },
    role: one.role === person.role ? person.role : "",
    isRequester: person.isRequester || one.isRequester,
    isOwner: person.isOwner || one.isOwner,
  };
}

/** Why a deputy may not decide in the place of who owns the agent. */
function ownsAgentOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, who owns the agent that makes the call.`;
}

/** Why a deputy may not decide in the place of whoever asked for the call. */
export function onBehalfOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, and the call is made on their behalf.`;
}
