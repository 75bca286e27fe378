import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { decryptSecret } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { findKeysFacts } from "./keys";
import { DEVICES_MAX, type KeysFacts, type PushDeviceInfo, type StoredSubscription } from "./types";

/** The devices of this person, newest first. */
export async function listOwnDevices(scope: UserScope): Promise<PushDeviceInfo[]> {
  const [{ publicKey }, rows] = await Promise.all([
    findKeysFacts(),
    read(scope, (tx) =>
      tx.pushDevice.findMany({
        where: { userId: scope.actor.id },
        orderBy: { id: "desc" },
        take: DEVICES_MAX,
      }),
    ),
  ]);
  return rows.map(({ id, name, createdAt, lastUsedAt, sessionId, sealed }) => ({
    ...{ id, name, createdAt, lastUsedAt },
    current: sessionId === scope.actor.credentialId,
    stale: openSubscription(sealed)?.publicKey !== publicKey,
  }));
}

/** Null if it was stored under another AUTH_SECRET. */
export function openSubscription(sealed: string): StoredSubscription | null {
  try {
    return JSON.parse(decryptSecret(sealed)) as StoredSubscription;
  } catch {
    return null;
  }
}

/**
 * Keys and number of devices, for administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function getPushFacts(scope: UserScope): Promise<KeysFacts> {
  assertMayAdministerAll(scope, "see how people are notified");
  const [facts, [row]] = await Promise.all([
    findKeysFacts(),
    read(
      scope,
      (tx) => tx.$queryRaw<{ devices: number; people: number }[]>`
        select count(*)::int as devices, count(distinct user_id)::int as people from push_devices`,
    ),
  ]);
  return { ...facts, devices: row?.devices ?? 0, people: row?.people ?? 0 };
}
