import type { Scope } from "@/lib/core/scope";
import type { Policy, PolicyWarning } from "@/lib/policies/types";
import { findNameWarnings } from "@/lib/policies/warnings";
import { findFactWarnings } from "../stated-facts";
import { findShortages, shortageWarnings } from "./shortages";

/**
 * Likely mistakes in policies, including those with fewer deciders than required approvals and those
 * on facts that calls do not state. One list per policy, in the same order.
 * @throws DomainError FORBIDDEN
 */
export async function findWarnings(scope: Scope, policies: readonly Policy[]): Promise<PolicyWarning[][]> {
  const named = await findNameWarnings(scope, policies);
  const stated = await findFactWarnings(scope, policies);
  const asked = policies.filter(({ on, action }) => on && action === "require");
  const shortages = asked.length === 0 ? [] : await findShortages(scope, asked);
  const short = new Map(asked.map((policy, at) => [policy, shortages[at]]));
  return policies.map((policy, at) => {
    const shortage = short.get(policy);
    const few = shortage && policy.action === "require" ? shortageWarnings(shortage, policy.require) : [];
    return [...(named[at] ?? []), ...(stated[at] ?? []), ...few];
  });
}
