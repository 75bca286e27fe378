import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { AllowReason } from "../allow-messages";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import { grantMessage } from "../messages";
import { ranAlthoughRevoked } from "../rules";
import type { AdmittedCall } from "./call";
import type { RecordedReason } from "./rules";
import type { DenyCode, GateAnswer, HeldApproval, Standing } from "./types";

const ownRow = (scope: GatewayScope, id: string) => ({
  tenantId: { in: [...scope.tenants] },
  gatewayId: scope.actor.id,
  id,
});

const noSuchApproval = () => new DomainError("NOT_FOUND", "There is no such approval of this gateway.");

/**
 * The tenant of this gateway's approval.
 * @throws DomainError NOT_FOUND, also for the approval of another gateway
 */
export async function tenantOf(tx: Tx, scope: GatewayScope, approvalId: string): Promise<string> {
  const found = await tx.approval.findFirst({
    where: ownRow(scope, approvalId),
    select: { tenantId: true },
  });
  if (!found) throw noSuchApproval();
  return found.tenantId;
}

/** Records the effect of an answer in the trail, last in its transaction. */
export async function recordAnswer(tx: Tx, scope: GatewayScope, answer: GateAnswer): Promise<GateAnswer> {
  if ((answer.kind !== "allow" && answer.kind !== "deny") || !answer.deed) return answer;
  const { deed, ...rest } = answer;
  await recordActivities(tx, scope, [deed]);
  return rest;
}

const DENY_CODES: Partial<Record<Approval["decision"], DenyCode>> = {
  rejected: "REJECTED",
  revoked: "REJECTED",
  changes_requested: "CHANGES_REQUESTED",
  expired: "EXPIRED",
  cancelled: "CANCELLED",
};

/**
 * The gate's answer about an approval in its current state; uses up its grant if there is one. The
 * caller records the answer.
 * @throws DomainError NOT_FOUND, also for the approval of another gateway
 */
export async function answerNow(
  tx: Tx,
  scope: GatewayScope,
  approvalId: string,
  {
    identity: { digest },
    redemptionKey: key,
    input,
  }: Pick<AdmittedCall, "identity" | "redemptionKey" | "input">,
): Promise<GateAnswer> {
  const approval = await tx.approval.findFirst({
    where: ownRow(scope, approvalId),
    include: { executions: true },
  });
  if (!approval) throw noSuchApproval();
  const settled = settledAnswer(approval);
  if (settled) return settled;
  const allow = (reason: AllowReason, deed?: ActivityEntry): GateAnswer => ({
    kind: "allow",
    reason,
    executionId: approval.executionId ?? approval.id,
    approvalId: approval.id,
    digest: approval.argumentsSha256,
    ...(reason === "grant" ? { message: messageOfGrant(approval) } : {}),
    deed,
  });
  const used = (row: HeldApproval): GateAnswer => ({ kind: "deny", code: "GRANT_USED", approval: row });
  const now = await databaseNow(tx);
  if (isRecorded(approval)) return isLeased(approval, now) ? allow(approval.heldBecause) : used(approval);
  if (approval.decision === "pending" || approval.mode === "callback") return { kind: "wait", approval };
  const own = (row: Approval) => key !== null && row.redemptionKey === key && row.argumentsSha256 === digest;
  if (approval.execution === "executing")
    return own(approval) && isLeased(approval, now) ? allow("grant") : used(approval);
  if (approval.argumentsSha256 !== digest)
    return { kind: "deny", code: "ARGUMENTS_MISMATCH", approval, received: input.arguments.text };
  const redeemed = await redeem(tx, approval, digest, key);
  if (redeemed) return allow("grant", redeemed);
  // Another request was faster, or the time ran out. The same redemption key is a retry whose
  // answer may have been lost.
  const after = await tx.approval.findFirstOrThrow({
    where: { tenantId: approval.tenantId, id: approvalId },
    include: { executions: true },
  });
  if (own(after) && isLeased(after, now)) return allow("grant");
  const expired = after.redeemedAt === null && after.execution === "awaiting";
  return settledAnswer(after) ?? (expired ? { kind: "deny", code: "EXPIRED", approval: after } : used(after));
}

function messageOfGrant({
  approvalsRequired,
  brokeGlass,
  argumentsSha256,
  requestedSha256,
}: Approval): string {
  return grantMessage({ approvalsRequired, brokeGlass, edited: argumentsSha256 !== requestedSha256 });
}

function denyCodeOf({ decision, heldBecause, revokedByPolicy }: HeldApproval): DenyCode | undefined {
  return heldBecause === "policy_denied" || revokedByPolicy ? "POLICY" : DENY_CODES[decision];
}

/** The answer about a finished call (refused, expired or run) for any key; null while open. */
function settledAnswer(approval: HeldApproval): Extract<GateAnswer, { kind: "deny" }> | null {
  const denied = ranAlthoughRevoked(approval) ? undefined : denyCodeOf(approval);
  if (denied) return { kind: "deny", code: denied, approval };
  if (approval.execution === "lapsed") return { kind: "deny", code: "EXPIRED", approval };
  return ENDED.has(approval.execution) ? { kind: "deny", code: "GRANT_USED", approval } : null;
}

/** The answer to a retry of the request that created an approval; uses up no grant. */
export function standingAnswer(approval: HeldApproval, now: Date): Standing {
  const settled = settledAnswer(approval);
  if (settled) return settled;
  const { execution, mode, useBy } = approval;
  if (execution === "executing" && mode === "reissue") return { kind: "deny", code: "GRANT_USED", approval };
  const over = execution === "awaiting" && useBy !== null && useBy <= now;
  return over ? { kind: "deny", code: "EXPIRED", approval } : { kind: "wait", approval };
}

const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "unknown"]);

type Recorded = HeldApproval & { heldBecause: RecordedReason };

const RECORDED: ReadonlySet<string> = new Set<RecordedReason>([
  "auto_approved",
  "confirmed",
  "policy",
  "remembered",
]);

function isRecorded(approval: HeldApproval): approval is Recorded {
  return RECORDED.has(approval.heldBecause);
}

/** Whether the allowed caller may still be about to run it, or running it. */
function isLeased({ execution, executionId, executions = [] }: HeldApproval, now: Date): boolean {
  const current = executions.find(({ id }) => id === executionId);
  return execution === "executing" && (current?.leaseUntil ?? now) > now;
}

/** Uses up a grant. Of concurrent statements one wins: the others find it used. */
async function redeem(
  tx: Tx,
  approval: Approval,
  digest: string,
  redemptionKey: string | null,
): Promise<ActivityEntry | null> {
  const [used] = await tx.$queryRaw<Partial<Approval>[]>`
    update approvals set execution = 'executing', redeemed_at = clock_timestamp(), redemption_key = ${redemptionKey},
                         updated_at = clock_timestamp()
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
      and decision = 'approved' and execution = 'awaiting' and mode = 'reissue' and redeemed_at is null
      and arguments_sha256 = ${digest} and use_by > clock_timestamp()
    returning id, tenant_id as "tenantId", execution::text, redeemed_at as "redeemedAt"`;
  if (!used) return null;
  await tx.$executeRaw`
    update executions set state = 'executing', lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.executionId}::uuid`;
  return changeEntry("approval.redeemed", approval, used, { facts: { execution_id: approval.executionId } });
}
