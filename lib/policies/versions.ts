import "server-only";
import { read } from "@/lib/core/db";
import { namedChanges } from "@/lib/core/named-changes";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { listPolicyVersions, wholePolicy } from "./queries";
import type { Policy, PolicyHistory } from "./types";

/**
 * The stored versions, newest first, with their changes.
 * @throws DomainError FORBIDDEN
 */
export async function listPolicyHistory(scope: Scope): Promise<PolicyHistory[]> {
  const versions = await listPolicyVersions(scope);
  return versions.map(({ version, savedBy, savedAt, policies }, index) => {
    const before = versions[index + 1]?.policies ?? (version === 1 ? [] : null);
    const changes = before && namedChanges(before, policies);
    return { version, savedBy, savedAt, policies: policies.length, changes };
  });
}

/**
 * The policies of an earlier version; null if it is not stored.
 * @throws DomainError FORBIDDEN
 */
export async function findPolicyVersion(scope: Scope, version: number): Promise<readonly Policy[] | null> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  const found = await read(scope, (tx) => tx.policyVersion.findUnique({ where: { version } }));
  // Only `savePolicies` writes this.
  return found && (found.policies as unknown as Policy[]).map(wholePolicy);
}
