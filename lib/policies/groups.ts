import "server-only";
import { recordActivities } from "@/lib/activity/record";
import { removeGroup } from "@/lib/auth/groups/commands";
import { assertStillAdmin, lockPeople } from "@/lib/auth/people/commands";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError, type FieldError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { lockVersions } from "@/lib/core/versions";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { currentPolicies, POLICY_LIST } from "./queries";
import type { Policy } from "./types";
import { namedLists } from "./types";

// Groups that policies name: saved policies name existing groups, and named groups cannot be
// deleted.

/** The groups that a policy names, with their place: among deciders or escalation. */
function groupsIn(policy: Policy): { name: string; at: string }[] {
  if (policy.action !== "require") return [];
  return namedLists(policy.require).flatMap(({ list, groups }) =>
    groups.map((name, index) => ({ name, at: `/require/${list}/groups/${index}` })),
  );
}

/**
 * Names of the policies in force by the groups that they name, including policies that are off.
 * @throws DomainError FORBIDDEN
 */
export function findPoliciesOfGroups(scope: Scope): Promise<Map<string, string[]>> {
  assertMayAdministerAll(scope, "see the policies of every tenant");
  return read(scope, policiesOfGroups);
}

async function policiesOfGroups(tx: Tx): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const policy of (await currentPolicies(tx))?.policies ?? [])
    for (const group of new Set(groupsIn(policy).map(({ name }) => name)))
      found.set(group, [...(found.get(group) ?? []), policy.name]);
  return found;
}

/** Errors for unknown groups in policies, with their place below `at`. */
export async function findUnknownGroups(
  tx: Tx,
  policies: readonly { policy: Policy; at: string }[],
): Promise<FieldError[]> {
  const asked = policies.flatMap(({ policy, at }) =>
    groupsIn(policy).map((group) => ({ name: group.name, pointer: `${at}${group.at}` })),
  );
  if (asked.length === 0) return [];
  const there = await tx.group.findMany({ select: { name: true }, orderBy: { name: "asc" } });
  const names = there.map(({ name }) => name);
  const hint = names.length === 0 ? "there are no groups yet" : `the groups are ${names.join(", ")}`;
  return asked
    .filter(({ name }) => !names.includes(name))
    .map(({ name, pointer }) => ({
      pointer,
      code: "unknown",
      message: `there is no group “${name}”; ${hint}`,
      hint: names.join(", "),
    }));
}

/** @throws DomainError VALIDATION_ERROR unless every group that the policies name exists */
export async function assertGroupsExist(tx: Tx, policies: readonly Policy[]): Promise<void> {
  const errors = await findUnknownGroups(
    tx,
    policies.map((policy, index) => ({ policy, at: `/policies/${index}` })),
  );
  if (errors.length > 0)
    throw new DomainError(
      "VALIDATION_ERROR",
      "The policies name groups that are not there. Nothing was changed.",
      { errors },
    );
}

/**
 * Deletes a group that no policy in force names. Calls that wait for it keep waiting.
 * @returns the addresses of its members
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT naming the policies
 */
export async function deleteGroup(scope: Scope, name: string): Promise<{ removed: string[] }> {
  assertMayAdministerAll(scope, "delete groups of people");
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    await lockVersions(tx, POLICY_LIST);
    const naming = (await policiesOfGroups(tx)).get(name) ?? [];
    if (naming.length > 0) throw stillNamed(name, naming);
    const { deed, removed } = await removeGroup(tx, name);
    await recordActivities(tx, scope, [deed]);
    return { removed };
  });
}

function stillNamed(group: string, policies: readonly string[]): DomainError {
  const names = policies.map((name) => `“${name}”`).join(", ");
  return new DomainError(
    "CONFLICT",
    policies.length === 1
      ? `The policy ${names} names the group “${group}”. It was not deleted; change that policy first.`
      : `The policies ${names} name the group “${group}”. It was not deleted; change those policies first.`,
  );
}
