import "server-only";
import { type ActivityEntry, changeEntry } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { decryptSecret } from "@/lib/core/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import type { LeasedDelivery } from "./types";

// Destinations as recipients: the same for all channels that have them.

/** What sending needs of a destination, as of the lease. */
export type StoredDestination = { sealed: string; off: string | null };

/** SQL for the destination with this id; null without one. */
export const destinationNow = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  select json_build_object('sealed', d.sealed,
    'off', case when d.off_at is not null then coalesce(d.off_reason, 'A person switched it off.') end)
  from destinations d where d.id = ${id})`;

export function refusalOfDestination(destination: StoredDestination | null): string | null {
  if (!destination) return "The destination was deleted. Nothing was sent.";
  if (destination.off === null) return null;
  return `The destination is switched off: ${destination.off} Nothing was sent; switch it on first.`;
}

/** What was stored for sending; null if it was stored under another AUTH_SECRET. */
export function opened(destination: StoredDestination | null): unknown {
  if (!destination) return null;
  try {
    return JSON.parse(decryptSecret(destination.sealed));
  } catch {
    return null;
  }
}

/**
 * Switches off a destination that the other side refuses for good, with the reason of the last attempt.
 * @param only the beginning of the reasons that are about the destination; others leave it on
 */
export async function switchOffDestination(
  tx: Tx,
  { id: deliveryId, tenantId, recipientKind, recipientId: id }: LeasedDelivery,
  only = "",
): Promise<ActivityEntry[]> {
  if (recipientKind !== "destination") return [];
  const [last] = await tx.$queryRaw<{ error: string | null }[]>`
    select error from delivery_attempts where tenant_id = ${tenantId}::uuid and delivery_id = ${deliveryId}::uuid
    order by attempt desc limit 1`;
  const reason = last?.error ?? "It was refused for good.";
  if (!reason.startsWith(only)) return [];
  const data = { offAt: await databaseNow(tx), offReason: reason };
  const [after] = await tx.destination.updateManyAndReturn({ where: { tenantId, id, offAt: null }, data });
  if (!after) return [];
  const { sealed: _, ...shown } = after;
  const before = { ...shown, offAt: null, offReason: null };
  return [changeEntry("destination.switched_off", before, shown, { facts: { delivery_id: deliveryId } })];
}
