import "server-only";
import { proveScope, type Role, type UserActor, type UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  allTenants: boolean;
  tenants: string[];
};

/** Columns of a person `u` for a scope. The transaction must see every tenant. */
export const PERSON = Prisma.sql`
  u.id, u.name, u.email, u.role::text as role, u.all_tenants as "allTenants",
  case when u.all_tenants then array(select t.id from tenants t order by t.id)
       else array(select m.tenant_id from memberships m where m.user_id = u.id order by m.tenant_id) end as tenants`;

/** Mints the scope of a person whose credential was just found valid. */
export function personScope(person: PersonRow, via: UserActor["via"], credentialId: string): UserScope {
  const { id, name, email, role, tenants, allTenants } = person;
  const actor: UserActor = { kind: "user", id, name, email, role, via, credentialId };
  return proveScope(actor, tenants, { unlimited: allTenants });
}
