import type { ActivityEntry } from "@/lib/activity/record";
import { snakeName } from "@/lib/activity/wire";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { ANNOUNCED } from "../closing";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import { policyOfCall } from "../policies/rules";
import type { PolicyOfCall, Requirement } from "../policies/types";
import { APPROVAL } from "../row";
import type { AdmittedCall } from "./call";
import { defaultSummary, type RecordedReason } from "./rules";
import type { GateAnswer, NewApproval } from "./types";

/** Writes the pending approval of a held call with its first revision. */
export async function insertApproval(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  insertion: NewApproval,
): Promise<Approval> {
  return insertWithRevision(tx, approvalData(scope, call, insertion));
}

const EXECUTION = Prisma.sql`, started as (
  insert into executions (id, tenant_id, approval_id, state, lease_until)
  select execution_id, tenant_id, id, 'executing'::execution_state, use_by from made)`;

/**
 * One statement, which announces the approval as well.
 * @param also a further part of it, `, name as (…)`, which may read the new row: `made`
 */
async function insertWithRevision(
  tx: Tx,
  data: Prisma.ApprovalUncheckedCreateInput,
  also: Prisma.Sql = Prisma.empty,
): Promise<Approval> {
  const [approval] = await tx.$queryRaw<Approval[]>`
    with ${inserted([data])} ${also}
    select ${APPROVAL}, ${ANNOUNCED} as told from made a`;
  if (!approval) throw new Error("an approval was written and did not come back");
  return approval;
}

/**
 * Parts of a statement that write approvals, `made`, with their first revisions.
 * @param rows each with the same members; what is undefined is null
 * @param which a condition on the row `r`, for those that are to be written
 */
export function inserted(
  rows: readonly Prisma.ApprovalUncheckedCreateInput[],
  which: Prisma.Sql = Prisma.sql`true`,
): Prisma.Sql {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeName(name), value ?? null])),
  );
  const columns = Prisma.raw(Object.keys(named[0] ?? {}).join(", "));
  return Prisma.sql`
    made as (
      insert into approvals (${columns})
      select ${columns} from json_populate_recordset(null::approvals, ${JSON.stringify(named)}::json) r where ${which} returning *),
    kept as (
      insert into approval_revisions (approval_id, revision, tenant_id, arguments_text, arguments_sha256)
      select id, revision, tenant_id, arguments_text, arguments_sha256 from made)`;
}

/** The row of a call that waits for a person. */
export function approvalData(scope: GatewayScope, call: AdmittedCall, { id, heldBecause }: NewApproval) {
  const { input, context, identity, tool, policy } = call;
  const require = policy?.policy.action === "require" ? policy.policy.require : null;
  const mode = input.mode ?? (context.callbackUrl ? "callback" : "reissue");
  return {
    id,
    tenantId: identity.tenantId,
    gatewayId: scope.actor.id,
    externalId: input.id,
    provider: input.provider,
    tool: input.tool,
    toolId: tool.tool?.id,
    toolVersion: tool.tool?.version,
    argumentsText: input.arguments.text,
    argumentsSha256: identity.digest,
    requestedSha256: identity.digest,
    risk: tool.risk,
    riskSource: tool.source,
    heldBecause,
    policy: heldBy(call, heldBecause) ?? undefined,
    summary:
      input.summary ??
      defaultSummary(identity.provider, input.tool, input.arguments.node, input.arguments.text),
    rationale: input.rationale,
    impact: input.impact,
    facts: input.facts,
    preview: input.preview,
    mode,
    callbackUrl: input.callbackUrl,
    agent: input.agent,
    agentVersion: input.agentVersion,
    model: input.model,
    onBehalfOf: input.onBehalfOf,
    sessionId: input.sessionId,
    callId: input.callId,
    correlation: input.correlation?.text,
    precondition: input.precondition,
    occurredAt: input.occurredAt,
    decideBy: new Date(context.now.getTime() + secondsToDecide(call, require) * 1_000),
    useBySeconds:
      require?.useWithinSeconds ??
      (mode === "callback" ? context.useByCallbackSeconds : context.useByReissueSeconds),
    createdAt: context.now,
    updatedAt: context.now,
  };
}

/** A policy that decided what becomes of the call, or that says who decides it. */
function heldBy({ policy }: AdmittedCall, heldBecause: string): PolicyOfCall | null {
  const counts = policy && (policy.policy.action === "require" || heldBecause.startsWith("policy"));
  return counts ? policyOfCall(policy) : null;
}

/** A policy's deadline holds in place of the tenant's; a caller may only wait for a shorter time. */
function secondsToDecide({ input, context }: AdmittedCall, require: Requirement | null): number {
  const given = require?.decideWithinSeconds ?? null;
  if (given === null) return input.ttlSeconds ?? context.ttlSeconds;
  return Math.min(input.ttlSeconds ?? given, given);
}

/** Lets a call through without a person, and leaves a row that says so and takes the execution report. The caller records it. */
export async function allowRecorded(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  insertion: NewApproval & { heldBecause: RecordedReason },
): Promise<GateAnswer> {
  const executionId = newId();
  const { now } = call.context;
  const data = approvalData(scope, call, insertion);
  const lease = new Date(now.getTime() + EXECUTION_LEASE_SECONDS * 1_000);
  const decidedBy = deciderOf(insertion.heldBecause, call);
  const state = { mode: "reissue", decision: "approved", execution: "executing" } as const;
  const own = { executionId, decidedAt: now, decidedBy, redeemedAt: now, useBy: lease };
  const approval = await insertWithRevision(tx, { ...data, ...state, ...own }, EXECUTION);
  return {
    kind: "allow",
    reason: insertion.heldBecause,
    executionId,
    approvalId: approval.id,
    digest: call.identity.digest,
    deed: deedOf(LET_THROUGH[insertion.heldBecause], approval, call),
  };
}

const LET_THROUGH: Record<RecordedReason, string> = {
  auto_approved: "approval.auto_approved",
  confirmed: "approval.confirmed",
  policy: "approval.policy_allowed",
};

/** Who let a call through or refused it, for people to read: no person is named where none decided. */
function deciderOf(because: RecordedReason, { policy }: AdmittedCall): string {
  if (because === "policy") return `policy “${policy?.policy.name}”`;
  return because === "confirmed" ? "confirmed by the caller" : "automatic approval";
}

function deedOf(
  action: string,
  { id, tenantId, tool, risk }: Approval,
  { policy }: AdmittedCall,
): ActivityEntry {
  const by = policy ? { policy: policy.policy.name, version: policy.version } : {};
  return { action, subject: { kind: "approval", id, tenantId }, details: { tool, risk, ...by } };
}

/**
 * Refuses a call by the policy that fits it, and leaves a row that says so. The same call refused again by the same version of the
 * policies within the tenant's cool-down is told of the row that it left. The caller records it.
 */
export async function denyByPolicy(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  { id, told }: { id: string; told: string | null },
): Promise<Extract<GateAnswer, { kind: "deny" }>> {
  const { tenantId } = call.identity;
  if (told !== null) {
    const approval = await tx.approval.findFirstOrThrow({ where: { tenantId, id: told } });
    return { kind: "deny", code: "POLICY", approval };
  }
  const data = approvalData(scope, call, { id, heldBecause: "policy_denied" });
  const state = { decision: "rejected", execution: "blocked" } as const;
  const reason = call.policy?.policy.action === "deny" ? call.policy.policy.reason : null;
  const own = { decidedAt: call.context.now, decidedBy: deciderOf("policy", call), reason };
  const approval = await insertWithRevision(tx, { ...data, ...state, ...own });
  return { kind: "deny", code: "POLICY", approval, deed: deedOf("approval.policy_denied", approval, call) };
}
