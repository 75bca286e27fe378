import "server-only";
import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll, mayAdministerAll } from "@/lib/tenants/rules";
import { isDecider } from "../people/deciders";
import { stateOf } from "./rules";
import { DELEGATIONS_LISTED, type Delegation } from "./types";

type Raw = Omit<Delegation, "state"> & { now: Date };

const WITH_PEOPLE = Prisma.sql`
  select d.id, d.starts_at as "startsAt", d.ends_at as "endsAt", d.ended_at as "endedAt", d.note, d.made_by_name as "madeBy",
         d.created_at as "createdAt", clock_timestamp() as now,
         json_build_object('id', f.id, 'name', f.name, 'email', f.email) as "from",
         json_build_object('id', t.id, 'name', t.name, 'email', t.email,
                           'decides', ${isDecider(Prisma.raw("t"))}) as "to"
  from delegations d join users f on f.id = d.from_id join users t on t.id = d.to_id`;

const withState = ({ now, ...raw }: Raw): Delegation => ({ ...raw, state: stateOf(raw, now) });

export function listOwnDelegations(scope: UserScope): Promise<Delegation[]> {
  return read(scope, (tx) => listOf(tx, concerning(scope.actor.id)));
}

/**
 * The delegations of any person.
 * @throws DomainError FORBIDDEN
 */
export async function listDelegationsOf(scope: UserScope, userId: string): Promise<Delegation[]> {
  assertMayAdministerAll(scope, "see who decides for other people");
  return read(scope, (tx) => listOf(tx, concerning(userId)));
}

/** All delegations for administrators of all tenants; for others their own. */
export function listDelegations(scope: UserScope): Promise<Delegation[]> {
  const which = mayAdministerAll(scope) ? Prisma.sql`true` : concerning(scope.actor.id);
  return read(scope, (tx) => listOf(tx, which));
}

// Limit of a typeahead list; others can be entered by address.
const DEPUTIES_MAX = 2_000;

/**
 * People that this person can name as deputy, by name: those who may decide in a tenant they see.
 * Empty if the person cannot decide.
 */
export function listPossibleDeputies(scope: UserScope): Promise<{ email: string; name: string }[]> {
  return read(
    scope,
    (tx) => tx.$queryRaw<{ email: string; name: string }[]>`
      select u.email, u.name from users u join users me on me.id = ${scope.actor.id}::uuid
      where u.id <> me.id and ${isDecider(Prisma.raw("u"))} and ${isDecider(Prisma.raw("me"))}
        and ((u.all_tenants and me.all_tenants) or exists (
          select 1 from tenants t
          where (u.all_tenants or exists (select 1 from memberships m where m.user_id = u.id and m.tenant_id = t.id))
            and (me.all_tenants or exists (select 1 from memberships m where m.user_id = me.id and m.tenant_id = t.id))))
      order by lower(u.name), u.id limit ${DEPUTIES_MAX}::int`,
  );
}

const concerning = (userId: string) =>
  isId(userId) ? Prisma.sql`${userId}::uuid in (d.from_id, d.to_id)` : Prisma.sql`false`;

async function listOf(tx: Tx, which: Prisma.Sql): Promise<Delegation[]> {
  const rows = await tx.$queryRaw<Raw[]>`
    ${WITH_PEOPLE} where ${which} order by d.starts_at desc, d.id desc limit ${DELEGATIONS_LISTED}::int`;
  return rows.map(withState);
}

/**
 * A delegation to change in this transaction, for the absent person or an administrator of all
 * tenants.
 * @throws DomainError NOT_FOUND
 */
export async function getOwnDelegation(tx: Tx, scope: UserScope, id: string): Promise<Delegation> {
  const [row] = isId(id) ? await tx.$queryRaw<Raw[]>`${WITH_PEOPLE} where d.id = ${id}::uuid` : [];
  if (row && (row.from.id === scope.actor.id || mayAdministerAll(scope))) return withState(row);
  throw new DomainError(
    "NOT_FOUND",
    "There is no such delegation. Nothing was changed; look at the list again.",
  );
}
