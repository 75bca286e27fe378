import "server-only";
import type { Tx } from "@/lib/core/db";
import { enqueueEvent } from "@/lib/delivery/enqueue";
import type { Lapsed } from "@/lib/delivery/news";
import { callbackAddress } from "@/lib/gateways/callback-url";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { callbackData, EVENT_TYPES } from "./wire";

/** Owes the gateway the news of a final decision, in the decision's own transaction. */
export async function enqueueCallback(tx: Tx, approval: Approval): Promise<void> {
  const { decision } = approval;
  if (decision === "pending") throw new Error("a pending approval has nothing to tell");
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: approval.tenantId } });
  const votes = await tx.vote.findMany({
    where: { tenantId: approval.tenantId, approvalId: approval.id, revision: approval.revision },
    orderBy: { id: "asc" },
  });
  const gateway = await tx.gateway.findUniqueOrThrow({ where: { id: approval.gatewayId } });
  const execution = decision === "approved" ? ("awaiting" as const) : ("blocked" as const);
  const event = await enqueueEvent(tx, {
    tenantId: approval.tenantId,
    gatewayId: approval.gatewayId,
    approvalId: approval.id,
    type: EVENT_TYPES[decision],
    data: callbackData({ ...approval, decision, execution }, tenant.key, votes),
    url: callbackAddress(approval.callbackUrl, gateway.callbackUrl),
  });
  if (event.deliveryId === null) return;
  await tx.approval.updateMany({
    where: { tenantId: approval.tenantId, id: approval.id },
    data: { delivery: "owed" },
  });
}

/** A delivery (alias `d`) about an approval that was not used in time: it must not reach its gateway as approved. */
export const LAPSED: Lapsed = Prisma.sql`exists (
  select 1 from approvals a
  where a.tenant_id = d.tenant_id and a.id = d.approval_id and a.decision = 'approved'
    and (a.execution = 'lapsed' or (a.execution = 'awaiting' and a.use_by <= clock_timestamp())))`;
