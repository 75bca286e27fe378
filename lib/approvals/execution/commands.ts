import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { reserveRequest } from "@/lib/core/idempotency";
import { isId } from "@/lib/core/ids";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { type RawJson, serializeJson } from "@/lib/core/json/raw";
import { type GatewayScope, systemScope } from "@/lib/core/scope";
import type { Approval, Execution } from "@/lib/generated/prisma/client";
import { POLICIES_IN_FORCE, type UnderPolicies } from "@/lib/policies/current-version";
import { stopRefused } from "../refusals";
import { APPROVAL, EXECUTION } from "../row";
import { RESULT_BYTES_MAX } from "../types";
import { EXECUTION_LEASE_SECONDS, judgeReport } from "./rules";
import type { ExecutionReport } from "./schema";

/** A report's Idempotency-Key: a process that lost the response gets its lease again. */
type ReportKey = { key: string; bodySha256: string };

/**
 * Records a gateway's report on the execution of an approved call. `executing` takes the lease for
 * one process; the same key returns and renews it. Final states may be repeated with the same
 * content.
 * @throws DomainError NOT_FOUND or CONFLICT; nothing is changed then, except that a call that a
 * current policy refuses may be revoked
 */
export async function reportExecution(
  scope: GatewayScope,
  approvalId: string,
  report: ExecutionReport,
  key: ReportKey | null = null,
): Promise<{ replayed: boolean }> {
  const taken = await change(scope, async (tx) => {
    const approval = await findOwned(tx, { gatewayId: scope.actor.id, tenants: scope.tenants }, approvalId);
    const { tenantId } = approval;
    const begins = report.state === "executing" && report.executionId === approval.executionId;
    const refused = begins ? await stopRefused(tx, approval) : null;
    if (refused !== null) return { refused };
    const request = key && { tenantId, gatewayId: scope.actor.id, kind: `execution:${approvalId}`, ...key };
    if (request && (await reserveRequest(tx, request, approvalId))) {
      if (report.state === "executing") await renewLease(tx, tenantId, report.executionId);
      return { replayed: true };
    }
    const deed = await takeReport(tx, approval, report);
    if (deed) await recordActivities(tx, scope, [deed]);
    return { replayed: deed === null };
  });
  if (!("refused" in taken)) return taken;
  throw new DomainError("CONFLICT", `${taken.refused} The call must not run. The report was not recorded.`);
}

const answering = systemScope("callback answer").actor;

/**
 * Takes a report from the response to a callback, in the delivery's transaction.
 * @param reported what the answer reports of an execution of this id; null when it is no report
 * @returns details for the trail
 */
export async function reportFromCallback(
  tx: Tx,
  delivery: { approvalId: string; gatewayId: string; tenantId: string },
  reported: (executionId: string | null) => ExecutionReport | null,
): Promise<ActivityEntry[]> {
  const owner = { gatewayId: delivery.gatewayId, tenants: [delivery.tenantId] };
  const approval = await findOwned(tx, owner, delivery.approvalId);
  const report = reported(approval.executionId);
  const deed = report && (await takeReport(tx, approval, report, { by: "answer to the callback" }));
  return deed ? [{ ...deed, actor: answering }] : [];
}

type Owner = { gatewayId: string; tenants: readonly string[] };

/** Always locks the approval before its execution, so reports run one at a time. */
async function findOwned(tx: Tx, owner: Owner, approvalId: string): Promise<Approval & UnderPolicies> {
  const [approval] = isId(approvalId)
    ? await tx.$queryRaw<(Approval & UnderPolicies)[]>`
        select ${APPROVAL}, ${POLICIES_IN_FORCE} as "policiesKey" from approvals a where a.tenant_id = any(${[...owner.tenants]}::uuid[])
          and a.gateway_id = ${owner.gatewayId}::uuid and a.id = ${approvalId}::uuid for update`
    : [];
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval of this gateway.");
  return approval;
}

/** Trail details of an accepted report; null if it repeats what is recorded. */
async function takeReport(
  tx: Tx,
  approval: Approval,
  report: ExecutionReport,
  how: object = {},
): Promise<ActivityEntry | null> {
  const before = await currentOf(tx, approval);
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
  const subject = { kind: "approval", id: approval.id, tenantId: approval.tenantId };
  const although = approval.decision === "revoked" ? { although_revoked: true } : {};
  const action = report.state === "unknown" ? "outcome_unknown" : report.state;
  const told = { execution_id: report.executionId, ...although, ...how };
  return changeEntry(`approval.${action}`, before, after, { subject, facts: told });
}

async function currentOf(tx: Tx, { tenantId, executionId }: Approval): Promise<Execution | null> {
  const [current] = await tx.$queryRaw<Execution[]>`
    select ${EXECUTION} from executions e where e.tenant_id = ${tenantId}::uuid and e.id = ${executionId}::uuid`;
  return current ?? null;
}

function reportFingerprint(report: ExecutionReport): string {
  const { state, result, error } = report;
  return canonicalSha256(parseJson(serializeJson({ state, result, error })));
}

/** The where clause decides which process runs it: afterwards the row is not free. */
async function takeLease(tx: Tx, { tenantId, id }: Approval): Promise<Partial<Execution> | null> {
  const [leased] = await tx.$queryRaw<Pick<Execution, "state" | "startedAt" | "leaseUntil">[]>`
    with moved as (
      update approvals a set execution = 'executing', updated_at = clock_timestamp(),
                             redeemed_at = case when a.mode = 'reissue' then coalesce(a.redeemed_at, clock_timestamp()) end
      from executions e
      where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid and a.decision = 'approved'
        and (a.execution = 'executing' or (a.execution = 'awaiting' and a.use_by > clock_timestamp()))
        and e.tenant_id = a.tenant_id and e.id = a.execution_id and e.started_at is null
      returning a.tenant_id, a.execution_id),
    leased as (
      update executions e
      set state = 'executing', started_at = clock_timestamp(),
          lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
      from moved m where e.tenant_id = m.tenant_id and e.id = m.execution_id
      returning e.*)
    select e.state::text, e.started_at as "startedAt", e.lease_until as "leaseUntil" from leased e`;
  if (!leased) return null;
  const { state, startedAt, leaseUntil } = leased;
  return { state, startedAt, leaseUntil };
}

async function renewLease(tx: Tx, tenantId: string, executionId: string): Promise<void> {
  await tx.$executeRaw`
    update executions set lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    where tenant_id = ${tenantId}::uuid and id = ${executionId}::uuid and state = 'executing'`;
}

async function finish(
  tx: Tx,
  { tenantId, id }: Approval,
  report: ExecutionReport,
  sha: string,
): Promise<Execution | null> {
  const { text, truncated } = keptResult(report.result);
  const { state, error, durationMs = null } = report;
  const [finished] = await tx.$queryRaw<Execution[]>`
    with moved as (
      update approvals set execution = ${state}::execution_state, updated_at = clock_timestamp(),
                           redeemed_at = case when mode = 'reissue' then coalesce(redeemed_at, clock_timestamp()) end
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and (
        (decision = 'approved' and execution in ('awaiting', 'executing', 'unknown', 'lapsed'))
        or (decision = 'revoked' and execution = 'blocked'))
      returning tenant_id, execution_id),
    finished as (
      update executions e
      set state = ${state}::execution_state, finished_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp()),
          lease_until = null, result_text = ${text}, result_truncated = ${truncated}, error_code = ${error?.code ?? null},
          error_message = ${error?.message ?? null}, duration_ms = ${durationMs}::int, report_sha256 = ${sha}
      from moved m where e.tenant_id = m.tenant_id and e.id = m.execution_id
      returning e.*)
    select ${EXECUTION} from finished e`;
  return finished ?? null;
}

/** Stores results up to 64 KiB as sent; of larger ones only the start, marked as truncated. */
function keptResult(result: RawJson | undefined): { text: string | null; truncated: boolean } {
  if (!result) return { text: null, truncated: false };
  if (result.bytes <= RESULT_BYTES_MAX) return { text: result.text, truncated: false };
  const head = Buffer.from(result.text).subarray(0, RESULT_BYTES_MAX).toString("utf8");
  return { text: head.replace(/\uFFFD+$/, ""), truncated: true };
}
