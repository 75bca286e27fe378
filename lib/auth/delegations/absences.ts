import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { decidesIn } from "../people/deciders";
import { groupsOf, type Moment, NOW, type OwnGroups, ownGroups } from "../people/groups";
import { otherNames } from "../people/names";
import { isInForce } from "./validity";

/** An absent person as JSON, whose deputy may decide for them, in their current state. */
export type Absent = OwnGroups & {
  id: string;
  name: string;
  email: string;
  role: string;
  names: string[];
  /** The end of the absence, as text. */
  until: string;
};

/** SQL value: absent people who may decide in a tenant, with this person as deputy then. */
export function absentFor(userId: Prisma.Sql, tenantId: Prisma.Sql, at: Prisma.Sql = NOW): Prisma.Sql {
  const p = Prisma.raw("p");
  return Prisma.sql`(
    select coalesce(json_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'until', d.ends_at,
             'names', array[p.email, p.name] || ${otherNames(Prisma.raw("p.id"))})
             || ${ownGroups(Prisma.raw("p.id"))}::jsonb order by d.starts_at, d.id), '[]')
    from delegations d join users p on p.id = d.from_id
    where d.to_id = ${userId} and ${isInForce(at)} and ${decidesIn(p, tenantId)})`;
}

export async function readAbsent(
  tx: Tx,
  userId: string,
  tenantId: string,
  at: Prisma.Sql,
): Promise<Absent[]> {
  const [row] = await tx.$queryRaw<{ absent: Absent[] }[]>`
    select ${absentFor(Prisma.sql`${userId}::uuid`, Prisma.sql`${tenantId}::uuid`, at)} as absent`;
  return row?.absent ?? [];
}

/**
 * The person that policies see for a deputy (alias `u`) of another (alias `p`): the other's name
 * and groups, and a role only if both have it. A deputy never gains a role.
 */
export function inPlaceOf(p: Prisma.Sql, u: { role: Prisma.Sql }, onDuty: Moment = NOW) {
  return {
    email: Prisma.sql`lower(${p}.email)`,
    role: Prisma.sql`case when ${p}.role::text = ${u.role} then ${u.role} else '' end`,
    groups: groupsOf(Prisma.sql`${p}.id`, onDuty),
  };
}
