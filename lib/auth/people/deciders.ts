import "server-only";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";

// A list to choose from by typing; more are found by their addresses.
const DECIDERS_MAX = 2_000;

/**
 * The people who may decide calls of some tenant, by name. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export function listDeciders(scope: UserScope): Promise<{ email: string; name: string }[]> {
  assertMayAdministerAll(scope, "see all people");
  return read(
    scope,
    (tx) => tx.$queryRaw<{ email: string; name: string }[]>`
      select u.email, u.name from users u
      where u.role in ('approver', 'admin') and u.disabled_at is null
      order by lower(u.name), u.id limit ${DECIDERS_MAX}`,
  );
}

/**
 * The people who may own an agent, by name: everybody who can sign in. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export function listWhoMayOwn(scope: UserScope): Promise<{ email: string; name: string }[]> {
  assertMayAdministerAll(scope, "see all people");
  return read(
    scope,
    (tx) => tx.$queryRaw<{ email: string; name: string }[]>`
      select u.email, u.name from users u where u.disabled_at is null
      order by lower(u.name), u.id limit ${DECIDERS_MAX}`,
  );
}
