import { recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { reserveRequest } from "@/lib/core/idempotency";
import { isId } from "@/lib/core/ids";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { type RawJson, serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope, Scope, SystemScope } from "@/lib/core/scope";
import type { Approval, Execution } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { RESULT_BYTES_MAX } from "../types";
import { EXECUTION_LEASE_SECONDS, judgeReport } from "./rules";
import type { ExecutionReport } from "./schema";

/** A report's Idempotency-Key, so that the process whose answer was lost still gets its lease. */
type ReportKey = { key: string; bodySha256: string };

/**
 * A gateway reports on the execution of an approved call. `executing` takes the lease: of several processes one gets it, and gets
 * it again with the same key, which also renews it for a tool that takes long. The end states may be repeated with the same content.
 * @throws DomainError NOT_FOUND or CONFLICT; nothing is changed then
 */
export async function reportExecution(
  scope: GatewayScope,
  approvalId: string,
  report: ExecutionReport,
  key: ReportKey | null = null,
): Promise<{ replayed: boolean }> {
  const owner = { gatewayId: scope.actor.id, tenants: scope.tenants };
  return change(scope, async (tx) => {
    const { tenantId } = await findOwned(tx, owner, approvalId);
    const request = key && { tenantId, gatewayId: scope.actor.id, kind: `execution:${approvalId}`, ...key };
    if (request && (await reserveRequest(tx, request, approvalId))) {
      if (report.state === "executing") await renewLease(tx, tenantId, report.executionId);
      return { replayed: true };
    }
    const taken = await takeReport(tx, owner, approvalId, report);
    if (taken) await recordReport(tx, scope, report, taken);
    return { replayed: taken === null };
  });
}

/** The same report, arrived as the answer to a callback: in the delivery's own transaction. */
export async function reportFromCallback(
  tx: Tx,
  scope: SystemScope,
  delivery: { approvalId: string; gatewayId: string; tenantId: string },
  report: ExecutionReport,
): Promise<void> {
  const owner = { gatewayId: delivery.gatewayId, tenants: [delivery.tenantId] };
  const taken = await takeReport(tx, owner, delivery.approvalId, report);
  if (taken) await recordReport(tx, scope, report, taken, { by: "answer to the callback" });
}

type Taken = { approval: Approval; before: Execution | null; after: Partial<Execution> };

function recordReport(tx: Tx, scope: Scope, report: ExecutionReport, taken: Taken, how = {}): Promise<void> {
  const { approval, before, after } = taken;
  const subject = { kind: "approval", id: approval.id, tenantId: approval.tenantId };
  const although = approval.decision === "revoked" ? { although_revoked: true } : {};
  const facts = { execution_id: report.executionId, ...although, ...how };
  const action = report.state === "unknown" ? "outcome_unknown" : report.state;
  return recordChange(tx, scope, `approval.${action}`, before, after, { subject, facts });
}

type Owner = { gatewayId: string; tenants: readonly string[] };

async function findOwned(tx: Tx, owner: Owner, approvalId: string) {
  const where = { tenantId: { in: [...owner.tenants] }, gatewayId: owner.gatewayId, id: approvalId };
  // Reports on one approval come one after the other, and always lock it before its execution.
  if (isId(approvalId)) {
    await tx.$queryRaw`
      select id from approvals where tenant_id = any(${[...owner.tenants]}::uuid[]) and id = ${approvalId}::uuid for update`;
  }
  const approval = isId(approvalId)
    ? await tx.approval.findFirst({ where, include: { executions: true } })
    : null;
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval of this gateway.");
  return approval;
}

/** Null for a report that only repeats what is recorded. */
async function takeReport(
  tx: Tx,
  owner: Owner,
  approvalId: string,
  report: ExecutionReport,
): Promise<Taken | null> {
  const { executions, ...approval } = await findOwned(tx, owner, approvalId);
  const before = executions.find((row) => row.id === approval.executionId) ?? null;
  const sha = reportFingerprint(report);
  const facts = {
    ...approval,
    started: before?.startedAt != null,
    reportSha256: before?.reportSha256 ?? null,
  };
  if (judgeReport(facts, report, sha) === "repeat") return null;
  const after =
    report.state === "executing" ? await takeLease(tx, approval) : await finish(tx, approval, report, sha);
  if (!after)
    throw new DomainError(
      "CONFLICT",
      "Another report came first. This one was not recorded and nothing was changed; read the approval again.",
    );
  await announce(tx, "approval", approval.tenantId, approval.id);
  return { approval, before, after };
}

function reportFingerprint(report: ExecutionReport): string {
  const { state, result, error } = report;
  return canonicalSha256(parseJson(serializeJson({ state, result, error })));
}

/** The where clause settles who runs it: after one process the row is no longer free. */
async function takeLease(tx: Tx, approval: Approval): Promise<Partial<Execution> | null> {
  const [leased] = await tx.$queryRaw<Partial<Execution>[]>`
    update executions e
    set state = 'executing', started_at = clock_timestamp(),
        lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    from approvals a
    where e.tenant_id = ${approval.tenantId}::uuid and e.id = ${approval.executionId}::uuid and e.started_at is null
      and a.tenant_id = e.tenant_id and a.id = e.approval_id and a.decision = 'approved'
      and (a.execution = 'executing' or (a.execution = 'awaiting' and a.use_by > clock_timestamp()))
    returning e.state, e.started_at as "startedAt", e.lease_until as "leaseUntil"`;
  if (!leased) return null;
  const moved = await tx.$executeRaw`
    update approvals set execution = 'executing', updated_at = clock_timestamp(),
                         redeemed_at = case when mode = 'reissue' then coalesce(redeemed_at, clock_timestamp()) end
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
      and decision = 'approved' and execution in ('awaiting', 'executing')`;
  return moved === 1 ? leased : null;
}

async function renewLease(tx: Tx, tenantId: string, executionId: string): Promise<void> {
  await tx.$executeRaw`
    update executions set lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    where tenant_id = ${tenantId}::uuid and id = ${executionId}::uuid and state = 'executing'`;
}

async function finish(
  tx: Tx,
  approval: Approval,
  report: ExecutionReport,
  sha: string,
): Promise<Execution | null> {
  const moved = await tx.$executeRaw`
    update approvals set execution = ${report.state}::execution_state, updated_at = clock_timestamp(),
                         redeemed_at = case when mode = 'reissue' then coalesce(redeemed_at, clock_timestamp()) end
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid and (
      (decision = 'approved' and execution in ('awaiting', 'executing', 'unknown', 'lapsed'))
      or (decision = 'revoked' and execution = 'blocked'))`;
  if (moved === 0) return null;
  const { text, truncated } = keptResult(report.result);
  const data: Partial<Execution> = {
    state: report.state,
    leaseUntil: null,
    resultText: text,
    resultTruncated: truncated,
    errorCode: report.error?.code ?? null,
    errorMessage: report.error?.message ?? null,
    durationMs: report.durationMs ?? null,
    reportSha256: sha,
  };
  await tx.$executeRaw`
    update executions set finished_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp())
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.executionId}::uuid`;
  const [finished] = await tx.execution.updateManyAndReturn({
    where: { tenantId: approval.tenantId, id: approval.executionId ?? "" },
    data,
  });
  return finished ?? null;
}

/** Results up to 64 KiB are kept as sent; of larger ones the head is kept, and said to be one. */
function keptResult(result: RawJson | undefined): { text: string | null; truncated: boolean } {
  if (!result) return { text: null, truncated: false };
  if (result.bytes <= RESULT_BYTES_MAX) return { text: result.text, truncated: false };
  const head = Buffer.from(result.text).subarray(0, RESULT_BYTES_MAX).toString("utf8");
  return { text: head.replace(/\uFFFD+$/, ""), truncated: true };
}
