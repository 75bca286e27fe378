import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { NO_TENANT, type UserScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { assertMayAdministerAll, mayAdministerAll } from "@/lib/tenants/rules";
import { lockedAddresses } from "../groups/changing";
import { assertStillAdmin, lockPeople } from "../people/commands";
import { getOwnDelegation } from "./queries";
import { wrongPeople, wrongTime } from "./rules";
import type { Delegation, NewDelegation } from "./types";

// Changes of permissions run one at a time. Both people are locked: the deputy's running
// decision is stored first, and a later one sees the new delegation.

/**
 * Creates a delegation: a deputy decides for a person in a period. A start in the past means now.
 * @throws DomainError FORBIDDEN for another person without being an administrator of all tenants,
 * VALIDATION_ERROR naming the field
 */
export async function createDelegation(scope: UserScope, given: NewDelegation): Promise<Delegation> {
  const { email } = scope.actor;
  const whose = given.from ?? email;
  if (whose !== email) assertMayAdministerAll(scope, "say who decides for other people");
  return change(scope, async (tx) => {
    await lockPeople(tx);
    if (whose !== email) await assertStillAdmin(tx, scope);
    const from = await somebodyAt(tx, whose, "/from");
    const to = await findSomebody(tx, given.to);
    assertPeople(from, to, given.to, mayAdministerAll(scope));
    await lockedAddresses(tx, [from.id, to.id]);
    const now = await databaseNow(tx);
    const startsAt = given.startsAt && given.startsAt > now ? given.startsAt : now;
    const times = { startsAt, endsAt: given.endsAt };
    await assertTimes(tx, from.id, times, now);
    const id = newId();
    const madeBy = { madeBy: scope.actor.id, madeByName: scope.actor.name };
    await tx.delegation.create({
      data: { id, fromId: from.id, toId: to.id, ...times, note: given.note, ...madeBy },
    });
    return settled(tx, scope, id, "user.deputy_named");
  });
}

/**
 * Moves the end of a current or future delegation.
 * @throws DomainError NOT_FOUND, CONFLICT where it has ended, VALIDATION_ERROR
 */
export function changeDelegation(
  scope: UserScope,
  { id, endsAt }: { id: string; endsAt: Date },
): Promise<Delegation> {
  return changing(scope, id, "user.deputy_changed", async (tx, before, now) => {
    assertOpen(before);
    await assertTimes(tx, before.from.id, { startsAt: before.startsAt, endsAt }, now, id);
    return { endsAt };
  });
}

/**
 * Revokes a delegation at once. The deputy's approvals on pending calls no longer count.
 * @throws DomainError NOT_FOUND, CONFLICT where it has ended
 */
export function endDelegation(scope: UserScope, id: string): Promise<Delegation> {
  return changing(scope, id, "user.deputy_ended", async (_, before, endedAt) => {
    assertOpen(before);
    return { endedAt };
  });
}

/**
 * Restores a revoked delegation for the rest of its period. Approvals under it count again.
 * @throws DomainError NOT_FOUND, CONFLICT where it was not revoked, VALIDATION_ERROR where another
 * one has its period
 */
export function resumeDelegation(scope: UserScope, id: string): Promise<Delegation> {
  return changing(scope, id, "user.deputy_named", async (tx, before, now) => {
    if (before.state !== "ended")
      throw new DomainError("CONFLICT", "This delegation was not ended. Nothing was changed.");
    await assertTimes(tx, before.from.id, before, now, id);
    return { endedAt: null };
  });
}

function changing(
  scope: UserScope,
  id: string,
  action: string,
  judge: (tx: Tx, before: Delegation, now: Date) => Promise<{ endsAt?: Date; endedAt?: Date | null }>,
): Promise<Delegation> {
  return change(scope, async (tx) => {
    await lockPeople(tx);
    const before = await getOwnDelegation(tx, scope, id);
    if (before.from.id !== scope.actor.id) await assertStillAdmin(tx, scope);
    await lockedAddresses(tx, [before.from.id, before.to.id]);
    const data = await judge(tx, before, await databaseNow(tx));
    if (data.endsAt?.getTime() === before.endsAt.getTime()) return before;
    await tx.delegation.update({ where: { id }, data });
    return settled(tx, scope, id, action);
  });
}

/** Records the new state and announces the deputy, because the activity names the other person. */
async function settled(tx: Tx, scope: UserScope, id: string, action: string): Promise<Delegation> {
  const after = await getOwnDelegation(tx, scope, id);
  await announce(tx, "user", NO_TENANT, after.to.id);
  await recordActivities(tx, scope, [deedOf(after, action)]);
  return after;
}

function deedOf({ id, from, to, startsAt, endsAt, note }: Delegation, action: string): ActivityEntry {
  const details = { delegation: id, deputy: to.email, starts_at: startsAt, ends_at: endsAt, note };
  return { action, subject: { kind: "user", id: from.id }, details };
}

/** @throws DomainError CONFLICT */
function assertOpen({ state, endsAt, endedAt }: Delegation): void {
  if (state === "planned" || state === "in_force") return;
  const at = (endedAt ?? endsAt).toISOString();
  throw new DomainError("CONFLICT", `This delegation ended at ${at}. Nothing was changed; make a new one.`);
}

type Somebody = NonNullable<Awaited<ReturnType<typeof findSomebody>>>;

const findSomebody = (tx: Tx, email: string) =>
  tx.user.findUnique({ where: { email }, include: { memberships: { select: { tenantId: true } } } });

async function somebodyAt(tx: Tx, email: string, pointer: string): Promise<Somebody> {
  const found = await findSomebody(tx, email);
  if (found) return found;
  throw unknown(email, pointer);
}

const unknown = (address: string, pointer: string) =>
  invalid(pointer, "unknown", `No account has the address ${address}. Nothing was changed.`);

/**
 * Explains why a person cannot be a deputy only to callers who may see people; for others, people
 * of other tenants do not exist.
 * @throws DomainError VALIDATION_ERROR
 */
function assertPeople(
  from: Somebody,
  to: Somebody | null,
  address: string,
  everybody: boolean,
): asserts to is Somebody {
  if (!to && everybody) throw unknown(address, "/to");
  const seen = new Set(from.memberships.map(({ tenantId }) => tenantId));
  const shareTenant =
    to !== null && (sharesTenant(from, to) || to.memberships.some(({ tenantId }) => seen.has(tenantId)));
  const wrong = wrongPeople({
    ...{ isSame: from.id === to?.id, shareTenant, from: asDecider(from) },
    to: to ? asDecider(to) : { name: address, isOff: false, decides: false },
  });
  const isShown = everybody || shareTenant || from.id === to?.id;
  if (wrong && (isShown || wrong.pointer === "/from"))
    throw invalid(wrong.pointer, wrong.code, `${wrong.message} Nothing was changed.`);
  if (!to || !isShown)
    throw invalid(
      "/to",
      "unknown",
      `No account in a tenant that you see has the address ${address}. Nothing was changed.`,
    );
}

const sharesTenant = (one: Somebody, other: Somebody) =>
  (one.allTenants && (other.allTenants || other.memberships.length > 0)) ||
  (other.allTenants && one.memberships.length > 0);

const asDecider = ({ name, role, disabledAt }: Somebody) => ({
  name,
  isOff: disabledAt !== null,
  decides: disabledAt === null && (role === "approver" || role === "admin"),
});

/** @throws DomainError VALIDATION_ERROR, also where the person has another deputy in that period */
async function assertTimes(
  tx: Tx,
  fromId: string,
  times: { startsAt: Date; endsAt: Date },
  now: Date,
  self?: string,
): Promise<void> {
  const wrong = wrongTime(times, now);
  if (wrong) throw invalid(wrong.pointer, wrong.code, `${wrong.message} Nothing was changed.`);
  const other = await tx.delegation.findFirst({
    where: {
      ...{ fromId, endedAt: null, startsAt: { lt: times.endsAt }, endsAt: { gt: times.startsAt } },
      ...(self ? { id: { not: self } } : {}),
    },
    include: { to: { select: { name: true } } },
    orderBy: { startsAt: "asc" },
  });
  if (!other) return;
  const span = `${other.startsAt.toISOString()} to ${other.endsAt.toISOString()}`;
  throw invalid(
    other.startsAt <= times.startsAt ? "/starts_at" : "/ends_at",
    "overlaps",
    `${other.to.name} is the deputy from ${span} already, and a person has one at a time. Nothing was changed; end that one first or choose another time.`,
  );
}
