import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { namedChanges } from "@/lib/core/named-changes";
import { NO_TENANT, type Scope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import type { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { assertGroupsExist } from "./groups";
import { lockPolicies } from "./lock";
import { currentPolicies } from "./queries";
import {
  POLICIES_BYTES_MAX,
  POLICY_VERSIONS_KEPT,
  type PolicyVersion,
  type SavedPolicies,
  type SavePolicies,
} from "./types";

/**
 * The policies by which every call is judged from now on, as a version of their own; the same as those in force make none. Calls
 * that wait keep the requirements they were held with.
 * @throws DomainError FORBIDDEN, STALE_VIEW when another person saved meanwhile, VALIDATION_ERROR when they are too large or
 * name groups that are not there
 */
export function savePolicies(scope: Scope, { policies, seen }: SavePolicies): Promise<SavedPolicies> {
  assertMayAdministerAll(scope, "save policies for every tenant");
  const text = JSON.stringify(policies);
  if (Buffer.byteLength(text) > POLICIES_BYTES_MAX)
    throw invalid(
      "/policies",
      "too_large",
      "The policies together are larger than 1 MiB. Nothing was saved.",
    );
  return change(scope, async (tx) => {
    await lockPolicies(tx);
    const before = await currentPolicies(tx);
    if ((before?.version ?? null) !== seen) throw savedMeanwhile(before);
    await assertGroupsExist(tx, policies);
    const changes = namedChanges(before?.policies ?? [], policies);
    const digest = sha256(text);
    // What an earlier version of the product stored may lack members, and be the same all the same.
    if (before && (before.digest === digest || JSON.stringify(before.policies) === text))
      return { version: before.version, unchanged: true, ...changes };
    const version = (before?.version ?? 0) + 1;
    await storeVersion(tx, { version, policies, digest, savedBy: scope.actor.name });
    const about = { kind: "policies", tenantId: NO_TENANT, id: String(version) };
    await recordActivity(tx, scope, "policies.saved", about, {
      version,
      policies: policies.length,
      ...changes,
    });
    return { version, unchanged: false, ...changes };
  });
}

async function storeVersion(tx: Tx, { policies, ...row }: Omit<PolicyVersion, "savedAt">): Promise<void> {
  const stored = policies as unknown as Prisma.InputJsonValue;
  await tx.policyVersion.create({ data: { ...row, policies: stored } });
  await tx.policyVersion.deleteMany({ where: { version: { lte: row.version - POLICY_VERSIONS_KEPT } } });
}

function savedMeanwhile(present: PolicyVersion | null): DomainError {
  return new DomainError(
    "STALE_VIEW",
    present
      ? `Version ${present.version}, which ${present.savedBy} saved, is in force. Yours were made from another one and were not saved; read them again.`
      : "There are no policies yet, so there is no version to save over. Nothing was saved; read them again.",
  );
}
