import "server-only";
import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { wholeRequirement } from "./eligibility";
import { POLICY_VERSIONS_KEPT, type Policy, type PolicyVersion } from "./types";

/** The newest version of the policies; null as long as nobody saved any. */
export async function currentPolicies(tx: Tx): Promise<PolicyVersion | null> {
  const [newest] = await versionsOf(tx, 1);
  return newest ?? null;
}

/**
 * The versions of the policies that are kept, newest first. They name tenants and people of all of them.
 * @throws DomainError FORBIDDEN
 */
export async function listPolicyVersions(scope: Scope): Promise<PolicyVersion[]> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  return read(scope, (tx) => versionsOf(tx, POLICY_VERSIONS_KEPT));
}

/**
 * The policies in force; null as long as nobody saved any.
 * @throws DomainError FORBIDDEN
 */
export async function findPolicies(scope: Scope): Promise<PolicyVersion | null> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  return read(scope, currentPolicies);
}

async function versionsOf(tx: Tx, take: number): Promise<PolicyVersion[]> {
  const rows = await tx.policyVersion.findMany({ orderBy: { version: "desc" }, take });
  // Stored by `savePolicies` and by nothing else.
  return rows.map((row) => ({ ...row, policies: (row.policies as unknown as Policy[]).map(wholePolicy) }));
}

const wholePolicy = (policy: Policy): Policy =>
  policy.action === "require" ? { ...policy, require: wholeRequirement(policy.require) } : policy;
