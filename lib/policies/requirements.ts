import { ANY_DECIDER, type PolicyOfCall, type ReasonedVerdict, type Requirement } from "./types";

/** A policy that asks for something of those who decide. */
export type DemandingPolicy = PolicyOfCall & { require: Requirement };

/** The columns of a call that say by which policies it waits. */
export type WaitsBy = { policy: unknown; editPolicies: unknown };

/** What is asked of a decision: by the policy that held the call, and by those that fitted what people made of it. */
export function requirementsOf({ policy, editPolicies }: WaitsBy): DemandingPolicy[] {
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

/** For how many seconds a call is held once enough people approved it: as long as the policy that asks for most. */
export function holdSecondsOf(asked: readonly DemandingPolicy[]): number {
  return Math.max(0, ...asked.map(({ require }) => require.holdSeconds ?? 0));
}

/** The policy that asks for a reason for this verdict. A no always has one. */
export function asksReason(asked: readonly DemandingPolicy[], verdict: string): DemandingPolicy | undefined {
  return asked.find(({ require }) => require.reasonRequired.includes(verdict as ReasonedVerdict));
}
