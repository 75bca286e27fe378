import { recordActivity } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import { namedChanges } from "@/lib/core/named-changes";
import type { Scope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { lockNewest, storeVersion } from "@/lib/core/versions";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { assertGroupsExist } from "./groups";
import { POLICY_LIST } from "./queries";
import { POLICIES_BYTES_MAX, type SavedPolicies, type SavePolicies } from "./types";

/**
 * Saves the policies as a new version in force; unchanged ones create none. Pending calls keep
 * their requirements.
 * @throws DomainError FORBIDDEN, STALE_VIEW when another person saved meanwhile, VALIDATION_ERROR
 * when they are too large or name groups that are not there
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
    const before = await lockNewest(tx, POLICY_LIST, seen);
    await assertGroupsExist(tx, policies);
    const digest = sha256(text);
    // A version from an earlier release may lack members and still be equal.
    if (before && (before.digest === digest || JSON.stringify(before.policies) === text))
      return { version: before.version, unchanged: true, ...namedChanges(before.policies, policies) };
    const next = { policies, digest, savedBy: scope.actor.name };
    const { version, changes, subject } = await storeVersion(tx, POLICY_LIST, before, next);
    const facts = { version, policies: policies.length, ...changes };
    await recordActivity(tx, scope, "policies.saved", subject, facts);
    return { version, unchanged: false, ...changes };
  });
}
