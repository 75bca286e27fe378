import { recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import type { AllowReason } from "../messages";
import type { DenyCode, GateAnswer } from "./types";

/**
 * The same, as a command of its own: for a caller that waited until somebody decided.
 * @throws DomainError NOT_FOUND
 */
export async function redeemAfterWait(
  scope: GatewayScope,
  approvalId: string,
  sent: { digest: string; redemptionKey: string | null; argumentsText: string },
): Promise<GateAnswer> {
  const { digest, redemptionKey, argumentsText } = sent;
  return change(scope, (tx) =>
    answerNow(tx, scope, approvalId, digest, { redemptionKey: redemptionKey ?? undefined }, argumentsText),
  );
}

const DENY_CODES: Partial<Record<Approval["decision"], DenyCode>> = {
  rejected: "REJECTED",
  revoked: "REJECTED",
  changes_requested: "CHANGES_REQUESTED",
  expired: "EXPIRED",
  cancelled: "CANCELLED",
};

/**
 * What the gate answers about an approval as it stands, using up its grant where there is one. `received` is what was sent now.
 * @throws DomainError NOT_FOUND, also for the approval of another gateway
 */
export async function answerNow(
  tx: Tx,
  scope: GatewayScope,
  approvalId: string,
  digest: string,
  input: { redemptionKey?: string },
  received?: string,
): Promise<GateAnswer> {
  const approval = await tx.approval.findFirst({
    where: { tenantId: { in: [...scope.tenants] }, gatewayId: scope.actor.id, id: approvalId },
    include: { executions: true },
  });
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval of this gateway.");
  const denied = DENY_CODES[approval.decision];
  if (denied) return { kind: "deny", code: denied, approval };
  const recorded = approval.heldBecause === "auto_approved" || approval.heldBecause === "confirmed";
  const allow = (reason: AllowReason): GateAnswer => ({
    kind: "allow",
    reason,
    executionId: approval.executionId ?? approval.id,
    approvalId: approval.id,
    digest: approval.argumentsSha256,
  });
  if (recorded) return allow(approval.heldBecause as AllowReason);
  if (approval.decision === "pending" || approval.mode === "callback") return { kind: "wait", approval };
  if (approval.execution === "lapsed") return { kind: "deny", code: "EXPIRED", approval };
  if (approval.argumentsSha256 !== digest)
    return { kind: "deny", code: "ARGUMENTS_MISMATCH", approval, received };
  const redeemed =
    approval.redeemedAt === null && (await redeem(tx, scope, approval, digest, input.redemptionKey ?? null));
  if (redeemed) return allow("grant");
  // Somebody was first. The same redemption key is the same attempt, whose answer may have been lost on the way.
  const now = await tx.approval.findFirstOrThrow({ where: { tenantId: approval.tenantId, id: approvalId } });
  const same = input.redemptionKey !== undefined && now.redemptionKey === input.redemptionKey;
  return same
    ? allow("grant")
    : {
        kind: "deny",
        code: now.redeemedAt || now.execution !== "awaiting" ? "GRANT_USED" : "EXPIRED",
        approval: now,
      };
}

/** Uses up a grant. Of any number at once, one statement wins: the others find it used. */
async function redeem(
  tx: Tx,
  scope: GatewayScope,
  approval: Approval,
  digest: string,
  redemptionKey: string | null,
): Promise<boolean> {
  const [used] = await tx.$queryRaw<Partial<Approval>[]>`
    update approvals set execution = 'executing', redeemed_at = clock_timestamp(), redemption_key = ${redemptionKey},
                         updated_at = clock_timestamp()
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
      and decision = 'approved' and execution = 'awaiting' and mode = 'reissue' and redeemed_at is null
      and arguments_sha256 = ${digest} and use_by > clock_timestamp()
    returning id, tenant_id as "tenantId", execution::text, redeemed_at as "redeemedAt"`;
  if (!used) return false;
  await tx.$executeRaw`
    update executions set state = 'executing', lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.executionId}::uuid`;
  const facts = { execution_id: approval.executionId };
  await recordChange(tx, scope, "approval.redeemed", approval, used, { facts });
  await announce(tx, "approval", approval.tenantId, approval.id);
  return true;
}
