import { ANY_DECIDER, type PolicyOfCall, type ReasonedVerdict, type Requirement } from "./types";

export type DemandingPolicy = PolicyOfCall & { require: Requirement };

/** The columns of a call with the policies that it waits by. */
export type WaitsBy = { policy: unknown; editPolicies: unknown };

/** The requirements of the policy that held the call, and of those that matched edits. */
export function requirementsOf({ policy, editPolicies }: WaitsBy): DemandingPolicy[] {
  // Only `addRevision` writes this.
  const edits = (editPolicies as unknown[] | null) ?? [];
  return [policy, ...edits].flatMap((one) => requirementOf(one) ?? []);
}

/** What a stored policy demands of the decision; null where it demands nothing. */
export function requirementOf(policy: unknown): DemandingPolicy | null {
  const stored = policy as PolicyOfCall | null;
  if (!stored?.require) return null;
  return { ...stored, require: wholeRequirement(stored.require) };
}

/** Adds members that a requirement from an earlier version lacks. */
export function wholeRequirement(stored: Partial<Requirement>): Requirement {
  const deciders = { ...ANY_DECIDER.deciders, ...stored.deciders };
  return { ...ANY_DECIDER, ...stored, deciders };
}

/** Seconds for which an approved call is held: the maximum of its policies. */
export function holdSecondsOf(asked: readonly DemandingPolicy[]): number {
  return Math.max(0, ...asked.map(({ require }) => require.holdSeconds ?? 0));
}

/** The policy that requires a reason for this verdict. A rejection always needs one. */
export function asksReason(asked: readonly DemandingPolicy[], verdict: string): DemandingPolicy | undefined {
  return asked.find(({ require }) => require.reasonRequired.includes(verdict as ReasonedVerdict));
}
