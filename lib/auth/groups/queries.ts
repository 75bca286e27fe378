import "server-only";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdminister, assertMayAdministerAll } from "@/lib/tenants/rules";
import { isOnDuty, NOW } from "../people/groups";
import type { GroupListed, GroupOfPeople } from "./types";

/**
 * The groups by name, with their numbers of members.
 * @throws DomainError FORBIDDEN
 */
export function listGroups(scope: Scope): Promise<GroupListed[]> {
  assertMayAdministerAll(scope, "see groups of people");
  return read(
    scope,
    (tx) => tx.$queryRaw<GroupListed[]>`
      select g.name, g.description, (select count(*)::int from group_members gm where gm.group_id = g.id) as members
      from groups g order by g.name`,
  );
}

/**
 * The names of all groups, for administrators, also of some tenants: they choose among them.
 * @throws DomainError FORBIDDEN
 */
export async function listGroupNames(scope: Scope): Promise<string[]> {
  assertMayAdminister(scope, "choose groups of people");
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<{ name: string }[]>`select name from groups order by name`,
  );
  return rows.map(({ name }) => name);
}

const MEMBERS = Prisma.sql`(
  select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role,
           'isOff', u.disabled_at is not null, 'byProvider', gm.by_provider,
           'isOnDuty', ${isOnDuty(NOW)}) order by lower(u.name), u.id), '[]')
  from group_members gm join users u on u.id = gm.user_id where gm.group_id = g.id)`;

/** The rota with addresses; omits people who have left the group. */
export const ROTA = Prisma.sql`case when g.rota is not null then jsonb_build_object('zone', g.rota->'zone', 'shifts', (
  select coalesce(jsonb_agg(s.shift || jsonb_build_object('person', u.email) order by s.at), '[]')
  from jsonb_array_elements(g.rota->'shifts') with ordinality s (shift, at)
  join users u on u.id = (s.shift->>'person')::uuid
  join group_members gm on gm.group_id = g.id and gm.user_id = u.id)) end`;

/**
 * The groups by name, with their members.
 * @throws DomainError FORBIDDEN
 */
export function listGroupsWithMembers(scope: Scope): Promise<GroupOfPeople[]> {
  assertMayAdministerAll(scope, "see groups of people");
  return read(
    scope,
    (tx) => tx.$queryRaw<GroupOfPeople[]>`
      select g.id, g.name, g.description, g.created_at as "createdAt", ${ROTA} as rota, ${MEMBERS} as members
      from groups g order by g.name`,
  );
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function getGroup(scope: Scope, name: string): Promise<GroupOfPeople> {
  assertMayAdministerAll(scope, "see groups of people");
  const [group] = await read(
    scope,
    (tx) => tx.$queryRaw<GroupOfPeople[]>`
      select g.id, g.name, g.description, g.created_at as "createdAt", ${ROTA} as rota, ${MEMBERS} as members
      from groups g where g.name = ${name}`,
  );
  if (!group) throw noSuchGroup(name);
  return group;
}

/** What is said of a group that is not there. */
export function noSuchGroup(name: string): DomainError {
  return new DomainError(
    "NOT_FOUND",
    `There is no group “${name}”. Nothing was changed; look at the list of groups.`,
  );
}
