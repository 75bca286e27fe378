import type { Approval } from "@/lib/generated/prisma/client";
import { type Beside, QUIET_MS } from "./surroundings";

/**
 * Since when nobody has asked about a call that somebody still has to run; null while somebody does, and where Countersign can call
 * the gateway, which then has no reason to ask.
 */
export function unaskedSince(approval: Approval, { gateway, asOf }: Beside): Date | null {
  if (gateway.sample || (approval.decision !== "pending" && approval.execution !== "awaiting")) return null;
  const { createdAt, askedAt } = approval;
  const polledAt = gateway.polledAt === null ? 0 : Date.parse(gateway.polledAt);
  const since = new Date(Math.max(createdAt.getTime(), askedAt?.getTime() ?? 0, polledAt));
  if (asOf.getTime() - since.getTime() < QUIET_MS) return null;
  return isReached(gateway) ? null : since;
}

/** Whether callbacks of this tenant get through, as far as the newest that was tried shows. */
function isReached({ called, newest }: Beside["gateway"]): boolean {
  if (!called) return false;
  if (!newest) return true;
  // While the first attempt is on its way nothing has failed yet.
  return newest.state === "delivered" || (newest.state === "sending" && newest.attempts === 1);
}
