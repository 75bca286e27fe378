import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** A time in SQL; people belong to a group with a rota only while on duty. Or any hour. */
export type Moment = Prisma.Sql | "at any hour";

export const NOW = Prisma.sql`statement_timestamp()`;

/** Whether the member `gm` of the group `g` is on duty then. */
export function isOnDuty(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(g.rota is null or exists (
    select 1 from jsonb_array_elements(g.rota->'shifts') s (shift)
    where (s.shift->>'person')::uuid = gm.user_id and is_within_hours(s.shift, g.rota->>'zone', ${at})))`;
}

/** The names of the groups that a person belongs to then, as an array of texts. */
export function groupsOf(userId: Prisma.Sql, at: Moment): Prisma.Sql {
  const onDuty = at === "at any hour" ? Prisma.empty : Prisma.sql`and ${isOnDuty(at)}`;
  return Prisma.sql`array(
    select g.name from group_members gm join groups g on g.id = gm.group_id where gm.user_id = ${userId} ${onDuty} order by g.name)`;
}

/** A person's current groups, and those in which they are off duty. */
export type OwnGroups = { groups: string[]; offDuty: string[] };

/** The same as members of a row of JSON. */
export function ownGroups(userId: Prisma.Sql): Prisma.Sql {
  const now = groupsOf(userId, NOW);
  return Prisma.sql`json_build_object('groups', ${now}, 'offDuty', array(
    select unnest(${groupsOf(userId, "at any hour")}) except select unnest(${now})))`;
}

export async function readOwnGroups(tx: Tx, userId: string): Promise<OwnGroups> {
  const [row] = await tx.$queryRaw<
    { own: OwnGroups }[]
  >`select ${ownGroups(Prisma.sql`${userId}::uuid`)} as own`;
  return row?.own ?? { groups: [], offDuty: [] };
}
