import type { Tx } from "@/lib/core/db";
import { proveScope, type Role, type UserActor, type UserScope } from "@/lib/core/scope";

export type PersonRow = { id: string; name: string; email: string; role: Role; allTenants: boolean };

/** Mints the scope of a person whose credential was just found valid. The transaction must see every tenant. */
export async function personScope(
  tx: Tx,
  person: PersonRow,
  via: UserActor["via"],
  credentialId: string,
): Promise<UserScope> {
  const rows = person.allTenants
    ? await tx.$queryRaw<{ id: string }[]>`select id from tenants order by id`
    : await tx.$queryRaw<{ id: string }[]>`
        select tenant_id as id from memberships where user_id = ${person.id}::uuid order by tenant_id`;
  const { id, name, email, role } = person;
  const actor: UserActor = { kind: "user", id, name, email, role, via, credentialId };
  return proveScope(
    actor,
    rows.map((row) => row.id),
    { unlimited: person.allTenants },
  );
}
