import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import { defaultSummary } from "./rules";
import type { AdmittedCall, GateAnswer, NewApproval } from "./types";

/** Writes the pending approval of a held call with its first revision. */
export async function insertApproval(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  insertion: NewApproval,
): Promise<Approval> {
  const approval = await tx.approval.create({ data: approvalData(scope, call, insertion) });
  await firstRevision(tx, approval);
  await announce(tx, "approval", approval.tenantId, approval.id);
  return approval;
}

function approvalData(scope: GatewayScope, call: AdmittedCall, { id, heldBecause, tool }: NewApproval) {
  const { input, context, tenantId, identity } = call;
  const mode = input.mode ?? (context.callbackUrl ? "callback" : "reissue");
  return {
    id,
    tenantId,
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
  const approval = await tx.approval.create({
    data: { ...data, ...state, executionId, decidedAt: now, decidedBy, redeemedAt: now, useBy: lease },
  });
  await firstRevision(tx, approval);
  await tx.execution.create({
    data: {
      id: executionId,
      tenantId: approval.tenantId,
      approvalId: approval.id,
      state: "executing",
      leaseUntil: lease,
    },
  });
  await announce(tx, "approval", approval.tenantId, approval.id);
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

async function firstRevision(tx: Tx, approval: Approval): Promise<void> {
  const { id: approvalId, revision, tenantId, argumentsText, argumentsSha256 } = approval;
  await tx.approvalRevision.create({
    data: { approvalId, revision, tenantId, argumentsText, argumentsSha256 },
  });
}
