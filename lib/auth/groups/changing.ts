import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import type { Group } from "@/lib/generated/prisma/client";
import { assertStillAdmin, lockPeople } from "../people/commands";
import { noSuchGroup } from "./queries";

/** Runs a change with people locked, for a current administrator, and records activities. */
export async function changeGroups(
  work: (tx: Tx) => Promise<readonly ActivityEntry[]>,
  scope: Scope,
): Promise<void> {
  await change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    await recordActivities(tx, scope, await work(tx));
  });
}

export const aboutGroup = ({ id }: Pick<Group, "id">) => ({ kind: "group", id });

/** @throws DomainError NOT_FOUND */
export async function lockedGroup(tx: Tx, name: string): Promise<Group> {
  const group = await tx.group.findUnique({ where: { name } });
  if (!group) throw noSuchGroup(name);
  return group;
}

/** Waits for decisions of these people, which share-lock their rows, and blocks new ones. */
export async function lockedAddresses(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ id: string; email: string }[]>`
    select id, email from users where id = any(${[...ids]}::uuid[]) order by id for no key update`;
  return new Map(rows.map(({ id, email }) => [id, email]));
}
