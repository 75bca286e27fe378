import type { Approval } from "@/lib/generated/prisma/client";
import { type Beside, QUIET_MS } from "./surroundings";

/**
 * Since when no client has polled for a call that still has to run; null while one does. Also null
 * if Countersign can call the gateway, which then has no reason to poll.
 */
export function unaskedSince(approval: Approval, { gateway, asOf }: Beside): Date | null {
  if (gateway.sample || (approval.decision !== "pending" && approval.execution !== "awaiting")) return null;
  const { createdAt, askedAt } = approval;
  const polledAt = gateway.polledAt === null ? 0 : Date.parse(gateway.polledAt);
  const since = new Date(Math.max(createdAt.getTime(), askedAt?.getTime() ?? 0, polledAt));
  if (asOf.getTime() - since.getTime() < QUIET_MS) return null;
  return isReached(gateway) ? null : since;
}

/** Whether this tenant's callbacks arrive, judged by the newest attempt. */
function isReached({ called, newest }: Beside["gateway"]): boolean {
  if (!called) return false;
  if (!newest) return true;
  // A first attempt that is in progress has not failed yet.
  return newest.state === "delivered" || (newest.state === "sending" && newest.attempts === 1);
}
