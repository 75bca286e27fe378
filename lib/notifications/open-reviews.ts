import "server-only";
import type { Tx } from "@/lib/core/db";
import type { Notification } from "@/lib/generated/prisma/client";

/** How many of the reviews that a notification asks for are still open: its call's, or the sample's of its tenant. */
export async function openReviews(
  tx: Tx,
  { tenantId, approvalId }: Pick<Notification, "tenantId" | "approvalId">,
): Promise<number> {
  const asked = approvalId === null ? { kind: "sample" } : { kind: "break_glass", approvalId };
  return tx.review.count({ where: { tenantId, closedAt: null, ...asked } });
}
