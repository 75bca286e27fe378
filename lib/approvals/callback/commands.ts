import type { Tx } from "@/lib/core/db";
import { enqueueEvent } from "@/lib/delivery/enqueue";
import type { Approval } from "@/lib/generated/prisma/client";
import { callbackData, EVENT_TYPES } from "./rules";

/** Owes the gateway the news of a final decision, in the decision's own transaction. */
export async function enqueueCallback(tx: Tx, approval: Approval): Promise<void> {
  if (approval.decision === "pending") throw new Error("a pending approval has nothing to tell");
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: approval.tenantId } });
  const votes = await tx.vote.findMany({
    where: { tenantId: approval.tenantId, approvalId: approval.id, revision: approval.revision },
    orderBy: { id: "asc" },
  });
  const execution = approval.decision === "approved" ? ("awaiting" as const) : ("blocked" as const);
  const event = await enqueueEvent(tx, {
    tenantId: approval.tenantId,
    gatewayId: approval.gatewayId,
    approvalId: approval.id,
    type: EVENT_TYPES[approval.decision],
    data: callbackData({ ...approval, execution }, tenant.key, votes),
    url: approval.callbackUrl,
  });
  if (event.deliveryId === null) return;
  await tx.approval.updateMany({
    where: { tenantId: approval.tenantId, id: approval.id },
    data: { delivery: "owed" },
  });
}
