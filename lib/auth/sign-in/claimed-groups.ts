import type { Role } from "@/lib/core/scope";
import { GROUP_NAME } from "../groups/types";
import { ROLES } from "../types";

type RoleMap = ReadonlyMap<string, Role>;

type GroupMap = ReadonlyMap<string, string>;

/**
 * Reads `group1=admin,group2=approver`. A group's name may contain an equals sign; the last one
 * counts.
 * @throws Error with one line that names the variable and the expected form
 */
export function parseRoleMap(text: string | undefined): RoleMap {
  return parseMap(
    text,
    (word) => ROLES.find((known) => known === word),
    `OIDC_ROLE_MAP is malformed: expected group=role pairs with the roles ${ROLES.join(", ")}, for example ops=approver,leads=admin`,
  );
}

/**
 * Reads `group1=on-call,group2=finance`: a group of the provider, and the own group of its members.
 * @throws Error with one line that names the variable and the expected form
 */
export function parseGroupMap(text: string | undefined): GroupMap {
  return parseMap(
    text,
    (word) => (GROUP_NAME.test(word) ? word : undefined),
    "OIDC_GROUP_MAP is malformed: expected pairs of a group at the provider and a group here, for example sre-on-call=on-call",
  );
}

function parseMap<T>(
  text: string | undefined,
  read: (word: string) => T | undefined,
  malformed: string,
): Map<string, T> {
  const map = new Map<string, T>();
  for (const part of (text ?? "").split(",")) {
    if (part.trim() === "") continue;
    const at = part.lastIndexOf("=");
    const group = part.slice(0, Math.max(at, 0)).trim();
    const given = read(part.slice(at + 1).trim());
    if (group === "" || given === undefined) throw new Error(malformed);
    map.set(group, given);
  }
  return map;
}

/** The strongest role of the claimed groups; null without one. */
export function roleFromGroups(claimed: readonly string[], map: RoleMap): Role | null {
  const roles = claimed.map((group) => map.get(group));
  // ROLES is in order of strength.
  return ROLES.find((role) => roles.includes(role)) ?? null;
}

/** The groups of ours that the claimed ones lead into. */
export function ownGroups(claimed: readonly string[], map: GroupMap): string[] {
  return [...new Set(claimed.flatMap((group) => map.get(group) ?? []))];
}

/**
 * The groups that the provider claims for a person.
 * @param claim the claim's name; dots step into objects, for example `realm_access.roles`
 */
export function claimedGroups(claims: Record<string, unknown>, claim: string | undefined): string[] {
  if (claim === undefined) return [];
  const value = claims[claim] ?? claim.split(".").reduce<unknown>(memberOf, claims);
  return (Array.isArray(value) ? value : [value]).filter((group) => typeof group === "string");
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
