import "server-only";
import { read } from "@/lib/core/db";
import { namedChanges } from "@/lib/core/named-changes";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { listPolicyVersions, wholePolicy } from "./queries";
import type { Policy, PolicyHistory } from "./types";

/**
 * The versions that are kept, newest first, with what each of them changed.
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
 * The policies of an earlier version; null when it is not kept.
 * @throws DomainError FORBIDDEN
 */
export async function findPolicyVersion(scope: Scope, version: number): Promise<readonly Policy[] | null> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  const found = await read(scope, (tx) => tx.policyVersion.findUnique({ where: { version } }));
  // Stored by `savePolicies` and by nothing else.
  return found && (found.policies as unknown as Policy[]).map(wholePolicy);
}
