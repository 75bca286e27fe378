import { changeEntry, recordActivities, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Role, Scope } from "@/lib/core/scope";
import type { User } from "@/lib/generated/prisma/client";
import { noSuchTenant } from "@/lib/tenants/queries";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { hashPassword } from "../credentials/password";
import type { CreateUser } from "../schema";
import { revokeLinksBy, revokeLinksFor, revokeTokensOf } from "./revocation";

/**
 * Creates a person who signs in with the password if given, else through single sign-on.
 * @throws DomainError CONFLICT when the address is taken, NOT_FOUND for an unknown tenant,
 * FORBIDDEN
 */
export async function createUser(scope: Scope, input: CreateUser): Promise<{ id: string; email: string }> {
  assertMayAdministerAll(scope, "create people");
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return change(scope, async (tx) => {
    await lockPeople(tx);
    const user = await insertUser(tx, {
      email: input.email,
      name: input.name ?? nameFrom(input.email),
      role: input.role,
      passwordHash,
      tenantIds: input.tenants === undefined ? null : await tenantIds(tx, input.tenants),
    });
    if (user === null) {
      throw new DomainError(
        "CONFLICT",
        `${input.email} already has an account. None was created; change that one instead.`,
      );
    }
    const facts = { tenants: input.tenants ?? "all" };
    await recordChange(tx, scope, "user.created", null, user, { facts });
    return { id: user.id, email: user.email };
  });
}

/**
 * Changes a person's role. The last administrator keeps it, so that the installation stays
 * manageable.
 * @throws DomainError CONFLICT, FORBIDDEN, NOT_FOUND
 */
export async function setUserRole(scope: Scope, userId: string, role: Role): Promise<void> {
  assertMayAdministerAll(scope, "change roles");
  await change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    assertSomebodyElse(scope, userId, "change your own role");
    const before = await getUser(tx, userId);
    if (before.role === role) return;
    if (role !== "admin") await assertNotLastAdmin(tx, userId);
    const after = await tx.user.update({ where: { id: userId }, data: { role } });
    const ended = before.role === "admin" ? await revokeLinksBy(tx, userId) : [];
    await recordActivities(tx, scope, [changeEntry("user.role_changed", before, after), ...ended]);
  });
}

/**
 * Limits a person to some tenants, or removes the limit, effective at their next request.
 * @param tenants keys; null is every tenant, including future ones
 * @throws DomainError CONFLICT for the last administrator, FORBIDDEN, NOT_FOUND
 */
export async function setUserTenants(
  scope: Scope,
  userId: string,
  tenants: readonly string[] | null,
): Promise<void> {
  assertMayAdministerAll(scope, "limit people to tenants");
  await change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    assertSomebodyElse(scope, userId, "change your own limits");
    const before = await getUser(tx, userId);
    if (tenants !== null) await assertNotLastAdmin(tx, userId);
    const ids = tenants === null ? [] : await tenantIds(tx, tenants);
    const data = { allTenants: tenants === null };
    const after = await tx.user.update({ where: { id: userId }, data });
    await tx.membership.deleteMany({ where: { userId } });
    await addMemberships(tx, userId, ids);
    const facts = { tenants: tenants ?? "all" };
    const ended = tenants === null ? [] : await revokeLinksBy(tx, userId);
    const deed = changeEntry("user.tenants_changed", before, after, { facts });
    await recordActivities(tx, scope, [deed, ...ended]);
  });
}

/**
 * Disables a person: ends all sessions, and permanently ends their tokens and the open links that
 * they created or received.
 * @throws DomainError CONFLICT for the last administrator, FORBIDDEN, NOT_FOUND
 */
export async function disableUser(scope: Scope, userId: string): Promise<void> {
  assertMayAdministerAll(scope, "switch people off");
  await change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    assertSomebodyElse(scope, userId, "switch yourself off");
    const before = await getUser(tx, userId);
    await assertNotLastAdmin(tx, userId);
    await tx.$executeRaw`
      update users set disabled_at = clock_timestamp() where id = ${userId}::uuid and disabled_at is null`;
    const { count } = await tx.session.deleteMany({ where: { userId } });
    if (before.disabledAt !== null) return;
    const after = await getUser(tx, userId);
    const ended = [
      ...(await revokeTokensOf(tx, userId)),
      ...(await revokeLinksBy(tx, userId)),
      ...(await revokeLinksFor(tx, userId)),
    ];
    const deed = changeEntry("user.disabled", before, after, { facts: { sessions_ended: count } });
    await recordActivities(tx, scope, [deed, ...ended]);
  });
}

/**
 * Lets a disabled person sign in again.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function enableUser(scope: Scope, userId: string): Promise<void> {
  assertMayAdministerAll(scope, "switch people on");
  await change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    const before = await getUser(tx, userId);
    if (before.disabledAt === null) return;
    const after = await tx.user.update({ where: { id: userId }, data: { disabledAt: null } });
    await recordChange(tx, scope, "user.enabled", before, after);
  });
}

type NewUser = {
  email: string;
  name: string;
  role: Role;
  passwordHash: string | null;
  tenantIds: readonly string[] | null;
};

/** Inserts a new person; null when the address is taken. The caller records the activity. */
export async function insertUser(tx: Tx, { tenantIds: limits, ...user }: NewUser): Promise<User | null> {
  const [made] = await tx.user.createManyAndReturn({
    data: [{ id: newId(), ...user, allTenants: limits === null }],
    skipDuplicates: true,
  });
  if (!made) return null;
  if (limits) await addMemberships(tx, made.id, limits);
  return made;
}

async function addMemberships(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.membership.createMany({ data: [...new Set(ids)].map((tenantId) => ({ userId, tenantId })) });
}

/** Serializes the transactions that depend on the first or the last administrator. */
export async function lockPeople(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('countersign:people', 0))`;
}

/** Whether this is the only administrator of all tenants who can still sign in. */
export async function isLastAdmin(tx: Tx, userId: string): Promise<boolean> {
  const admins = await tx.user.findMany({
    where: { role: "admin", allTenants: true, disabledAt: null },
    select: { id: true },
    take: 2,
  });
  return admins.length === 1 && admins[0]?.id === userId;
}

/** An initial name: the part of the address before the @. */
export function nameFrom(email: string): string {
  return email.slice(0, email.indexOf("@")) || email;
}

/** @throws DomainError CONFLICT */
export async function assertNotLastAdmin(tx: Tx, userId: string): Promise<void> {
  if (!(await isLastAdmin(tx, userId))) return;
  throw new DomainError(
    "CONFLICT",
    "This is the last administrator. Nothing was changed; make another person an administrator of all tenants first.",
  );
}

/**
 * Checks again under the lock: of two administrators who remove each other's role, only the first
 * succeeds.
 * @throws DomainError FORBIDDEN
 */
export async function assertStillAdmin(tx: Tx, { actor }: Scope): Promise<void> {
  if (actor.kind !== "user") return;
  const where = { id: actor.id, role: "admin", allTenants: true, disabledAt: null } as const;
  if ((await tx.user.count({ where })) === 1) return;
  throw new DomainError(
    "FORBIDDEN",
    "You are no longer an administrator of all tenants. Nothing was changed; ask another administrator.",
  );
}

function assertSomebodyElse({ actor }: Scope, userId: string, what: string): void {
  if (actor.kind !== "user" || actor.id !== userId) return;
  throw new DomainError(
    "CONFLICT",
    `You cannot ${what}. Nothing was changed; another administrator can do it.`,
  );
}

/** @throws DomainError NOT_FOUND */
export async function getUser(tx: Tx, userId: string) {
  const user = isId(userId) ? await tx.user.findUnique({ where: { id: userId } }) : null;
  if (!user) {
    throw new DomainError(
      "NOT_FOUND",
      "There is no such person. Nothing was changed; look at the list again.",
    );
  }
  return user;
}

export async function tenantIds(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.tenant.findMany({ where: { key: { in: [...keys] } } });
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  return keys.map((key) => {
    const id = ids.get(key);
    if (id === undefined) throw noSuchTenant(key);
    return id;
  });
}
