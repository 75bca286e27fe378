import "server-only";
import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { newestVersion, VERSIONS_KEPT, type VersionedList } from "@/lib/core/versions";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { wholeRequirement } from "./requirements";
import type { Policy, PolicyVersion } from "./types";

export const POLICY_LIST: VersionedList<PolicyVersion> = {
  lock: "countersign:policies",
  kind: "policies",
  table: (tx) => tx.policyVersion,
  read: async (tx, take) => {
    const rows = await tx.policyVersion.findMany({ orderBy: { version: "desc" }, take });
    // Only `savePolicies` writes this.
    return rows.map((row) => ({ ...row, policies: (row.policies as unknown as Policy[]).map(wholePolicy) }));
  },
  items: ({ policies }) => policies,
  overtaken: (newest) =>
    newest
      ? `Version ${newest.version}, which ${newest.savedBy} saved, is in force. Yours were made from another one and were not saved; read them again.`
      : "There are no policies yet, so there is no version to save over. Nothing was saved; read them again.",
};

export function currentPolicies(tx: Tx): Promise<PolicyVersion | null> {
  return newestVersion(tx, POLICY_LIST);
}

/**
 * The stored versions, newest first. They name tenants and people of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listPolicyVersions(scope: Scope): Promise<PolicyVersion[]> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  return read(scope, (tx) => POLICY_LIST.read(tx, VERSIONS_KEPT));
}

/**
 * The policies in force; null before the first save.
 * @throws DomainError FORBIDDEN
 */
export async function findPolicies(scope: Scope): Promise<PolicyVersion | null> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  return read(scope, currentPolicies);
}

/** Adds members that a policy from an earlier version lacks. */
export const wholePolicy = (policy: Policy): Policy =>
  policy.action === "require" ? { ...policy, require: wholeRequirement(policy.require) } : policy;
