import type { Tx } from "@/lib/core/db";
import type { Approval, Gateway } from "@/lib/generated/prisma/client";

/** So long nobody may ask about a call that waits before people are told. */
const QUIET_MS = 5 * 60_000;

/**
 * Since when nobody has asked about a call that somebody still has to run; null while somebody does, and where Countersign can call
 * the gateway, which then has no reason to ask.
 */
export async function findUnasked(
  tx: Tx,
  approval: Approval,
  gateway: Gateway,
  now: Date,
): Promise<Date | null> {
  if (gateway.sample || (approval.decision !== "pending" && approval.execution !== "awaiting")) return null;
  const { createdAt, askedAt } = approval;
  const since = new Date(
    Math.max(createdAt.getTime(), askedAt?.getTime() ?? 0, gateway.polledAt?.getTime() ?? 0),
  );
  if (now.getTime() - since.getTime() < QUIET_MS) return null;
  return (await isReached(tx, approval, gateway)) ? null : since;
}

/** Whether callbacks of this tenant get through, as far as the newest that was tried shows. */
async function isReached(tx: Tx, { tenantId }: Approval, gateway: Gateway): Promise<boolean> {
  if (gateway.callbackUrl === null || gateway.callbackOffAt !== null) return false;
  const newest = await tx.delivery.findFirst({
    where: { tenantId, gatewayId: gateway.id, attempts: { gt: 0 } },
    orderBy: { id: "desc" },
    select: { state: true, attempts: true },
  });
  if (!newest) return true;
  // While the first attempt is on its way nothing has failed yet.
  return newest.state === "delivered" || (newest.state === "sending" && newest.attempts === 1);
}
