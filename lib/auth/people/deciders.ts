import "server-only";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";

const DECIDERS_MAX = 2_000;

/** Whether a person (row of users, alias `u`) may decide any calls, by account and role. */
export function isDecider(u: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${u}.disabled_at is null and ${u}.role in ('approver', 'admin'))`;
}

export function decidesIn(u: Prisma.Sql, tenantId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${isDecider(u)} and (${u}.all_tenants or exists (
    select 1 from memberships m where m.user_id = ${u}.id and m.tenant_id = ${tenantId})))`;
}

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
      where ${isDecider(Prisma.raw("u"))}
      order by lower(u.name), u.id limit ${DECIDERS_MAX}`,
  );
}

/**
 * The people who may own an agent, by name: everyone who can sign in. For administrators of all
 * tenants.
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
