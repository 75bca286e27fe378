import { type ActivityEntry, changeEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Group } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { aboutGroup, changeGroups, lockedAddresses, lockedGroup } from "./changing";
import { storeRota } from "./rota";
import { GROUP_MEMBERS_MAX, GROUPS_MAX, type GroupPut, type MembersMoved, type Rota } from "./types";

// Changes of permissions run one at a time. Affected members are locked, so that their running
// decision is stored first, and a later one sees the new groups.

type NewGroup = { name: string; description: string; members: readonly string[] };

/**
 * Creates a group with the people at these addresses.
 * @throws DomainError FORBIDDEN, CONFLICT when the name is taken, VALIDATION_ERROR for unknown
 * addresses or too many groups
 */
export async function createGroup(scope: Scope, { name, ...given }: NewGroup): Promise<{ name: string }> {
  assertMayAdministerAll(scope, "make groups of people");
  await changeGroups(async (tx) => {
    if (await tx.group.findUnique({ where: { name } }))
      throw new DomainError(
        "CONFLICT",
        `There is a group “${name}” already. None was made; change that one, or choose another name.`,
      );
    const wanted = await peopleAt(tx, given.members, "/members");
    return [await insertGroup(tx, name, given.description, wanted)];
  }, scope);
  return { name };
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function describeGroup(
  scope: Scope,
  { name, description }: { name: string; description: string },
): Promise<void> {
  assertMayAdministerAll(scope, "change groups of people");
  await changeGroups(async (tx) => describing(tx, await lockedGroup(tx, name), description), scope);
}

/**
 * Adds and removes members by address. Concurrent changes both apply; existing members and
 * non-members stay as they are.
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR for unknown addresses or too many
 * people
 */
export async function moveMembers(
  scope: Scope,
  { name, add, remove }: { name: string; add: readonly string[]; remove: readonly string[] },
): Promise<MembersMoved> {
  assertMayAdministerAll(scope, "change who belongs to a group");
  const moved: MembersMoved = { added: [], removed: [] };
  await changeGroups(async (tx) => {
    const group = await lockedGroup(tx, name);
    const added = await peopleAt(tx, add, "/add");
    const gone = new Set(await peopleAt(tx, remove, "/remove"));
    const present = await membersOf(tx, group.id);
    const wanted = [...new Set([...present, ...added])].filter((id) => !gone.has(id));
    if (wanted.length > GROUP_MEMBERS_MAX) throw tooMany("/add");
    Object.assign(moved, await replaceMembers(tx, group.id, wanted));
    return movedEntries(group, moved);
  }, scope);
  return moved;
}

/**
 * Creates the group or replaces its members.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR for unknown addresses or too many groups
 */
export async function putGroup(
  scope: Scope,
  given: { name: string; description?: string; members: readonly string[]; rota?: Rota | null },
): Promise<GroupPut> {
  assertMayAdministerAll(scope, "change groups of people");
  const { name, description, members } = given;
  const done: GroupPut = { created: false, added: [], removed: [] };
  await changeGroups(async (tx) => {
    const wanted = await peopleAt(tx, members, "/members");
    const group = await tx.group.findUnique({ where: { name } });
    const onDuty = (of: Pick<Group, "id" | "name">) =>
      given.rota === undefined ? [] : storeRota(tx, of, given.rota);
    if (!group) {
      const { id, entry, added } = await madeGroup(tx, { name, description: description ?? "" }, wanted);
      Object.assign(done, { created: true, added });
      return [entry, ...(await onDuty({ id, name }))];
    }
    const described = description === undefined ? [] : await describing(tx, group, description);
    Object.assign(done, await replaceMembers(tx, group.id, wanted));
    return [...described, ...movedEntries(group, done), ...(await onDuty(group))];
  }, scope);
  return done;
}

/**
 * Applies the groups that the identity provider claims for a person, and removes those it claimed
 * before. Manual memberships, full groups and unknown groups do not change. The caller locks
 * people.
 * @returns activities to record
 */
export async function takeProviderGroups(
  tx: Tx,
  userId: string,
  names: readonly string[],
): Promise<ActivityEntry[]> {
  const present = await tx.groupMember.findMany({ where: { userId }, include: { group: true } });
  const has = new Set(present.map(({ group }) => group.name));
  const gone = present.filter(({ byProvider, group }) => byProvider && !names.includes(group.name));
  const wanted = names.filter((name) => !has.has(name));
  const found =
    wanted.length === 0
      ? []
      : await tx.group.findMany({
          where: { name: { in: wanted } },
          include: { _count: { select: { members: true } } },
        });
  const joined = found.filter(({ _count }) => _count.members < GROUP_MEMBERS_MAX);
  if (gone.length + joined.length === 0) return [];
  const [email = userId] = (await lockedAddresses(tx, [userId])).values();
  const left = gone.map(({ groupId }) => groupId);
  await tx.groupMember.deleteMany({ where: { userId, groupId: { in: left } } });
  await dropShifts(tx, left, [userId]);
  await tx.groupMember.createMany({
    data: joined.map(({ id: groupId }) => ({ groupId, userId, byProvider: true })),
  });
  return [
    ...gone.flatMap(({ group }) => movedEntries(group, { added: [], removed: [email] })),
    ...joined.flatMap((group) => movedEntries(group, { added: [email], removed: [] })),
  ];
}

/**
 * Deletes a group and locks its members first. The caller checks who refers to it.
 * @returns activities to record
 * @throws DomainError NOT_FOUND
 */
export async function removeGroup(tx: Tx, name: string): Promise<{ deed: ActivityEntry; removed: string[] }> {
  const group = await lockedGroup(tx, name);
  const { removed } = await replaceMembers(tx, group.id, []);
  await tx.group.delete({ where: { id: group.id } });
  const deed = { action: "group.deleted", subject: aboutGroup(group), details: { name, removed } };
  return { deed, removed };
}

async function insertGroup(
  tx: Tx,
  name: string,
  description: string,
  wanted: readonly string[],
): Promise<ActivityEntry> {
  return (await madeGroup(tx, { name, description }, wanted)).entry;
}

async function madeGroup(
  tx: Tx,
  { name, description }: { name: string; description: string },
  wanted: readonly string[],
): Promise<{ id: string; entry: ActivityEntry; added: string[] }> {
  if ((await tx.group.count()) >= GROUPS_MAX)
    throw invalid(
      "/name",
      "too_many",
      `There are ${GROUPS_MAX} groups already, and no more are kept. None was made; delete one first.`,
    );
  const group = await tx.group.create({ data: { id: newId(), name, description } });
  const { added } = await replaceMembers(tx, group.id, wanted);
  const details = { name, description, added };
  return { id: group.id, entry: { action: "group.created", subject: aboutGroup(group), details }, added };
}

async function describing(tx: Tx, group: Group, description: string): Promise<ActivityEntry[]> {
  if (group.description === description) return [];
  const after = await tx.group.update({ where: { id: group.id }, data: { description } });
  const facts = { name: group.name };
  return [changeEntry("group.described", group, after, { subject: aboutGroup(group), facts })];
}

function movedEntries(group: Group, { added, removed }: MembersMoved): ActivityEntry[] {
  if (added.length + removed.length === 0) return [];
  const details = { name: group.name, added, removed };
  return [{ action: "group.members_changed", subject: aboutGroup(group), details }];
}

async function membersOf(tx: Tx, groupId: string): Promise<string[]> {
  const rows = await tx.groupMember.findMany({ where: { groupId }, select: { userId: true } });
  return rows.map(({ userId }) => userId);
}

async function replaceMembers(tx: Tx, groupId: string, wanted: readonly string[]): Promise<MembersMoved> {
  const present = new Set(await membersOf(tx, groupId));
  const added = wanted.filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.includes(id));
  if (added.length + removed.length === 0) return { added, removed };
  const emailOf = await lockedAddresses(tx, [...added, ...removed]);
  await tx.groupMember.deleteMany({ where: { groupId, userId: { in: removed } } });
  await dropShifts(tx, [groupId], removed);
  await tx.groupMember.createMany({ data: added.map((userId) => ({ groupId, userId })) });
  const addressesOf = (ids: readonly string[]) => ids.map((id) => emailOf.get(id) ?? id).sort();
  return { added: addressesOf(added), removed: addressesOf(removed) };
}

/** A person who leaves a group loses their shifts, also if they return. */
async function dropShifts(tx: Tx, groupIds: readonly string[], people: readonly string[]): Promise<void> {
  if (groupIds.length === 0 || people.length === 0) return;
  await tx.$executeRaw`
    update groups g set rota = jsonb_set(g.rota, '{shifts}', (
      select coalesce(jsonb_agg(s.shift order by s.at), '[]')
      from jsonb_array_elements(g.rota->'shifts') with ordinality s (shift, at)
      where not s.shift->>'person' = any(${[...people]}::text[])))
    where g.id = any(${[...groupIds]}::uuid[]) and g.rota is not null`;
}

async function peopleAt(tx: Tx, addresses: readonly string[], pointer: string): Promise<string[]> {
  const rows = await tx.user.findMany({
    where: { email: { in: [...addresses] } },
    select: { id: true, email: true },
  });
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  const unknown = addresses.flatMap((email, at) =>
    ids.has(email)
      ? []
      : [{ pointer: `${pointer}/${at}`, code: "unknown", message: `No account has the address ${email}.` }],
  );
  const [first] = unknown;
  if (first)
    throw new DomainError(
      "VALIDATION_ERROR",
      unknown.length === 1
        ? `${first.message} Nothing was changed.`
        : `${unknown.length} addresses have no account. Nothing was changed.`,
      { errors: unknown },
    );
  return [...new Set(ids.values())];
}

function tooMany(pointer: string): DomainError {
  return invalid(
    pointer,
    "too_many",
    `A group has at most ${GROUP_MEMBERS_MAX} people. Nothing was changed; make a second group.`,
  );
}
