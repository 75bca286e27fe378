import type { Role } from "@/lib/core/scope";
import { ROLES } from "../types";

/** What a provider's groups give here. */
type RoleMap = ReadonlyMap<string, Role>;

/**
 * Reads `group1=admin,group2=approver`. A group's name may hold an equals sign; the last one counts.
 * @throws Error with one line that names the variable and the expected form
 */
export function parseRoleMap(text: string | undefined): RoleMap {
  const map = new Map<string, Role>();
  for (const part of (text ?? "").split(",")) {
    if (part.trim() === "") continue;
    const at = part.lastIndexOf("=");
    const group = part.slice(0, Math.max(at, 0)).trim();
    const role = ROLES.find((known) => known === part.slice(at + 1).trim());
    if (group === "" || role === undefined) {
      throw new Error(
        `OIDC_ROLE_MAP is malformed: expected group=role pairs with the roles ${ROLES.join(", ")}, for example ops=approver,leads=admin`,
      );
    }
    map.set(group, role);
  }
  return map;
}

/**
 * The strongest role that the claim's groups give; null when none does.
 * @param claim the claim's name; dots step into objects, for example `realm_access.roles`
 */
export function roleFromClaims(
  claims: Record<string, unknown>,
  claim: string | undefined,
  map: RoleMap,
): Role | null {
  if (claim === undefined) return null;
  const value = claims[claim] ?? claim.split(".").reduce<unknown>(memberOf, claims);
  const groups = Array.isArray(value) ? value : [value];
  const roles = groups.flatMap((group) => (typeof group === "string" ? [map.get(group)] : []));
  // ROLES is in order of strength.
  return ROLES.find((role) => roles.includes(role)) ?? null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
