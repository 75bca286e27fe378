import "server-only";
import type { Tx } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { enqueueEvent } from "@/lib/delivery/enqueue";
import type { Lapsed } from "@/lib/delivery/news";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { agentMessage } from "./messages";
import type { DecisionWord } from "./types";

/** The event types of the wire contract, one per final decision. */
export const EVENT_TYPES = {
  approved: "approval.approved",
  rejected: "approval.rejected",
  changes_requested: "approval.changes_requested",
  expired: "approval.expired",
  cancelled: "approval.cancelled",
  revoked: "approval.revoked",
} as const satisfies Record<Exclude<DecisionWord, "pending">, string>;

export type DecidedApproval = {
  id: string;
  externalId: string | null;
  provider: string | null;
  tool: string;
  decision: DecisionWord;
  execution: "awaiting" | "blocked";
  revision: number;
  executionId: string | null;
  useBy: Date | null;
  argumentsText: string;
  argumentsSha256: string;
  requestedSha256: string;
  mode: string;
  reason: string | null;
  correlation: string | null;
  precondition: string | null;
};

/** The `data` of a callback: what the gateway needs to execute, or to tell its agent why not. */
export function callbackData(
  approval: DecidedApproval,
  tenantKey: string,
  votes: { userName: string; createdAt: Date; reason: string | null }[],
): Record<string, unknown> {
  const edited = approval.argumentsSha256 !== approval.requestedSha256;
  return {
    approval_id: approval.id,
    external_id: approval.externalId,
    tenant: tenantKey,
    provider: approval.provider,
    tool: approval.tool,
    decision: approval.decision,
    revision: approval.revision,
    execution_id: approval.executionId,
    use_by: approval.useBy,
    arguments: RawJson.parse(approval.argumentsText),
    arguments_text: approval.argumentsText,
    arguments_sha256: approval.argumentsSha256,
    edited,
    decided_by: votes.map((vote) => ({ name: vote.userName, at: vote.createdAt, reason: vote.reason })),
    reason: approval.reason,
    agent_message: agentMessage({ ...approval, edited, resultText: null, errorMessage: null }),
    correlation: approval.correlation === null ? null : RawJson.parse(approval.correlation),
    precondition: approval.precondition,
  };
}

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

/** A delivery (alias `d`) about an approval that was not used in time: it must not reach its gateway as approved. */
export const LAPSED: Lapsed = Prisma.sql`exists (
  select 1 from approvals a
  where a.tenant_id = d.tenant_id and a.id = d.approval_id and a.decision = 'approved'
    and (a.execution = 'lapsed' or (a.execution = 'awaiting' and a.use_by <= clock_timestamp())))`;
