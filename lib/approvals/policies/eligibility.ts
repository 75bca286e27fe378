import { deciderWords } from "./sentences";
import type { PolicyOfCall, ReasonedVerdict, Requirement } from "./types";

/** A person who wants to decide, as they are at this moment. `isRequester`: the call is made on their behalf. */
type WouldBeDecider = { role: string; email: string; isRequester: boolean };

/** What was demanded of the decision when a call was held, of its `policy` column; null where nothing was. */
export function requirementOf(policy: unknown): (PolicyOfCall & { require: Requirement }) | null {
  // Stored by the gate and by nothing else.
  const stored = policy as PolicyOfCall | null;
  return stored?.require ? { ...stored, require: stored.require } : null;
}

/** Whether it has to be known on whose behalf the call is made before somebody may decide it. */
export function separatesRequester(policy: PolicyOfCall | null): boolean {
  return policy?.require?.separation.requester ?? false;
}

/** Why a person may not decide a call under its policy, in a sentence; null where they may. */
export function ineligibleBecause(
  { name, require }: PolicyOfCall & { require: Requirement },
  { role, email, isRequester }: WouldBeDecider,
): string | null {
  const { roles, people } = require.deciders;
  const isNamed = roles.some((one) => one === role) || people.includes(email.toLowerCase());
  if (roles.length + people.length > 0 && !isNamed)
    return `The policy “${name}” leaves this call to ${deciderWords(require)}.`;
  if (require.separation.requester && isRequester)
    return `This call is made on your behalf, and the policy “${name}” lets nobody decide their own.`;
  return null;
}

/** Whether a verdict needs a reason under the policy of the call. A no always has one. */
export function needsReason(policy: PolicyOfCall | null, verdict: string): boolean {
  return policy?.require?.reasonRequired.includes(verdict as ReasonedVerdict) ?? false;
}
