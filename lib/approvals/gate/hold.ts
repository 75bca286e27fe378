import { snakeName } from "@/lib/activity/wire";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { ANNOUNCED } from "../closing";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import { APPROVAL } from "../row";
import type { AdmittedCall } from "./call";
import { defaultSummary } from "./rules";
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
  const { input, context, identity, tool } = call;
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
    onBehalfOf: input.onBehalfOf,
    sessionId: input.sessionId,
    callId: input.callId,
    correlation: input.correlation?.text,
    precondition: input.precondition,
    occurredAt: input.occurredAt,
    decideBy: new Date(context.now.getTime() + (input.ttlSeconds ?? context.ttlSeconds) * 1_000),
    useBySeconds: mode === "callback" ? context.useByCallbackSeconds : context.useByReissueSeconds,
    createdAt: context.now,
    updatedAt: context.now,
  };
}

/** Lets a call through without a person, and leaves a row that says so and takes the execution report. The caller records it. */
export async function allowRecorded(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  insertion: NewApproval & { heldBecause: "auto_approved" | "confirmed" },
): Promise<GateAnswer> {
  const executionId = newId();
  const { now } = call.context;
  const data = approvalData(scope, call, insertion);
  const lease = new Date(now.getTime() + EXECUTION_LEASE_SECONDS * 1_000);
  const decidedBy = insertion.heldBecause === "confirmed" ? "confirmed by the caller" : "automatic approval";
  const state = { mode: "reissue", decision: "approved", execution: "executing" } as const;
  const own = { executionId, decidedAt: now, decidedBy, redeemedAt: now, useBy: lease };
  const approval = await insertWithRevision(tx, { ...data, ...state, ...own }, EXECUTION);
  return {
    kind: "allow",
    reason: insertion.heldBecause,
    executionId,
    approvalId: approval.id,
    digest: call.identity.digest,
    deed: {
      action: `approval.${insertion.heldBecause}`,
      subject: { kind: "approval", id: approval.id, tenantId: approval.tenantId },
      details: { tool: approval.tool, risk: approval.risk },
    },
  };
}
