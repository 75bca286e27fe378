import { createHash } from "node:crypto";
import { recordActivities, recordActivity } from "@/lib/activity/record";
import { browserName } from "@/lib/auth/sessions/browser-name";
import { bookkeep, change, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError, invalid } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { encryptSecret } from "@/lib/core/secrets";
import { urlProblem } from "@/lib/gateways/callback-url";
import { ensurePublicKey } from "./keys";
import { DEVICES_MAX, type Subscription } from "./types";

const system = systemScope("push devices");

const hashOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

/** The key under which a browser subscribes. */
export async function preparePush(scope: UserScope): Promise<{ publicKey: string }> {
  assertSignedIn(scope);
  return { publicKey: await ensurePublicKey() };
}

/**
 * Adds this browser to the person's devices. The same browser again replaces itself, also another person's.
 * @throws DomainError FORBIDDEN by token, CONFLICT, VALIDATION_ERROR for an endpoint that is not public
 */
export async function addDevice(
  scope: UserScope,
  { subscription, publicKey }: { subscription: Subscription; publicKey: string },
): Promise<{ id: string }> {
  assertSignedIn(scope);
  assertEndpoint(subscription.endpoint);
  if ((await ensurePublicKey()) !== publicKey)
    throw new DomainError("CONFLICT", "The push keys have changed meanwhile. Nothing was added; try again.");
  const { id: userId, credentialId: sessionId } = scope.actor;
  const hash = hashOf(subscription.endpoint);
  const id = newId();
  return change(scope, async (tx) => {
    await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`;
    await tx.pushDevice.deleteMany({ where: { hash } });
    if ((await tx.pushDevice.count({ where: { userId } })) >= DEVICES_MAX)
      throw new DomainError(
        "CONFLICT",
        `You have ${DEVICES_MAX} devices, the most there can be. None was added; remove one that you do not use.`,
      );
    const [session] = await tx.$queryRaw<{ userAgent: string | null }[]>`
      select user_agent as "userAgent" from sessions where id = ${sessionId}::uuid and user_id = ${userId}::uuid`;
    if (!session) throw new DomainError("UNAUTHENTICATED", "You are no longer signed in. Nothing was added.");
    const name = browserName(session.userAgent);
    const sealed = encryptSecret(JSON.stringify({ ...subscription, publicKey }));
    await tx.pushDevice.create({ data: { id, userId, hash, sealed, name, sessionId } });
    await recordActivity(tx, scope, "device.added", { kind: "device", id }, { device: name });
    return { id };
  });
}

/**
 * Removes a device of the caller.
 * @throws DomainError NOT_FOUND, also for other people's devices
 */
export async function removeDevice(scope: UserScope, { id }: { id: string }): Promise<{ id: string }> {
  return change(scope, async (tx) => {
    const where = { id, userId: scope.actor.id };
    const found = isId(id) ? await tx.pushDevice.findFirst({ where }) : null;
    if (!found) throw new DomainError("NOT_FOUND", "There is no such device any more. Nothing was changed.");
    await tx.pushDevice.deleteMany({ where });
    await recordActivity(tx, scope, "device.removed", { kind: "device", id }, { device: found.name });
    return { id };
  });
}

/** The caller's device with this endpoint, so that a browser knows itself; null without one. */
export async function findOwnDevice(
  scope: UserScope,
  { endpoint }: { endpoint: string },
): Promise<{ id: string | null }> {
  const where = { hash: hashOf(endpoint), userId: scope.actor.id };
  const found = await read(scope, (tx) => tx.pushDevice.findFirst({ where, select: { id: true } }));
  return { id: found?.id ?? null };
}

/** Removes devices that their push service no longer knows. */
export async function removeGoneDevices(
  gone: readonly { id: string; name: string; reason: string }[],
): Promise<void> {
  if (gone.length === 0) return;
  await change(system, async (tx) => {
    const ids = gone.map(({ id }) => id);
    const removed = await tx.$queryRaw<{ id: string }[]>`
      delete from push_devices where id = any(${ids}::uuid[]) returning id`;
    const deeds = gone
      .filter(({ id }) => removed.some((one) => one.id === id))
      .map(({ id, name, reason }) => ({
        action: "device.removed",
        subject: { kind: "device", id },
        details: { device: name, reason },
      }));
    await recordActivities(tx, system, deeds);
  });
}

export async function markDevicesUsed(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await bookkeep(
    system,
    (tx) => tx.$executeRaw`
      update push_devices set last_used_at = clock_timestamp() where id = any(${[...ids]}::uuid[])`,
  );
}

function assertEndpoint(endpoint: string): void {
  const { pushAllowCidrs: allow } = env();
  // Of a name, the address is judged at each connection; http is for the own network only.
  const isPlain = !endpoint.startsWith("https:") && allow.length === 0;
  const problem = isPlain ? "it is not https" : urlProblem(endpoint, allow);
  if (problem === null) return;
  throw invalid(
    "/subscription/endpoint",
    "endpoint_not_allowed",
    `The push service of this browser may not be called: ${problem}. Nothing was added; an administrator can open its range with PUSH_ALLOW_CIDRS.`,
    "https://updates.push.services.mozilla.com/wpush/v2/…",
  );
}

function assertSignedIn({ actor }: UserScope): void {
  if (actor.via === "session") return;
  throw new DomainError(
    "FORBIDDEN",
    "Devices are added in the app. Nothing was changed; sign in and open your profile.",
  );
}
