import { recordActivity } from "@/lib/activity/record";
import { change, ingest, type Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import { claimRequest, type RequestKey, storeAnswer } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope } from "@/lib/core/scope";
import { assertCallbackUrl } from "@/lib/delivery/guard";
import type { Approval } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { markFirstRow } from "@/lib/tenants/commands";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import { findToolForCall } from "@/lib/tools/queries";
import type { AllowReason } from "../answer/rules";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import type { Authorize, CreateApproval } from "../schema";
import { allowBody } from "./answer/rules";
import { type CallIdentity, findEarlier, type GateContext, loadGateContext } from "./queries";
import { defaultSummary, judge, judgeRationale, type RationaleWarning, type Verdict } from "./rules";

export type Difference = { path: string; approved: unknown; received: unknown };

/** What the gate says, before it is put into wire words. */
export type GateAnswer =
  | { kind: "allow"; reason: AllowReason; executionId: string; approvalId: string | null; digest: string }
  | { kind: "wait"; approval: Approval }
  | { kind: "deny"; code: string; approval: Approval; received?: string }
  /** An answer given before, word for word. */
  | { kind: "stored"; body: string };

export type GateResult = {
  answer: GateAnswer;
  replayed: boolean;
  warning: RationaleWarning | null;
  graceEnd: Date | null;
  now: Date;
};

/** One request as its route identified it. `key` is null when the caller gave neither id nor Idempotency-Key. */
export type GateRequest = { tenantId: string; key: string | null; bodySha256: string };

type Call = { input: CreateApproval; context: GateContext; tenantId: string; identity: CallIdentity };

/**
 * Judges a call: let it through, hold it for a person, or refuse it. Equal requests get the same row's answer; a grant is used
 * up by exactly one of them.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored then
 */
export async function authorize(
  scope: GatewayScope,
  input: Authorize,
  request: GateRequest,
): Promise<GateResult> {
  return change(scope, async (tx) => {
    const { call, warning } = await admit(tx, scope, input, request.tenantId);
    const approvalId = newId();
    const done = (answer: GateAnswer, replayed: boolean): GateResult => ({
      answer,
      replayed,
      warning,
      graceEnd: graceEnd(call.context.firstRowAt ?? call.context.now, call.context.rationaleGraceDays),
      now: call.context.now,
    });
    const claim = claimOf(scope, request, "authorize");
    const replay = claim && (await claimRequest(tx, claim, approvalId));
    if (replay?.response) return done({ kind: "stored", body: replay.response }, true);
    if (replay?.rowId)
      return done(await answerNow(tx, scope, replay.rowId, call.identity.digest, input), true);
    const answer = await judged(tx, scope, call, input, approvalId);
    if (claim) await keepAnswer(tx, claim, answer, approvalId);
    return done(answer, false);
  });
}

/**
 * Holds a call that the gateway itself wants a person to see: always a pending approval, or the earlier one of an equal request.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored then
 */
export async function createApproval(
  scope: GatewayScope,
  input: CreateApproval,
  request: GateRequest,
): Promise<{
  approvalId: string;
  replayed: boolean;
  warning: RationaleWarning | null;
  graceEnd: Date | null;
}> {
  return ingest(scope, async (tx) => {
    const { call, warning } = await admit(tx, scope, input, request.tenantId);
    const approvalId = newId();
    const end = graceEnd(call.context.firstRowAt ?? call.context.now, call.context.rationaleGraceDays);
    const claim = claimOf(scope, request, "approval");
    const replay = claim && (await claimRequest(tx, claim, approvalId));
    if (replay?.rowId) return { approvalId: replay.rowId, replayed: true, warning, graceEnd: end };
    const tool = await ratedTool(tx, call, input);
    const held = await insertApproval(tx, scope, call, { id: approvalId, heldBecause: "requested", tool });
    return { approvalId: held.id, replayed: false, warning, graceEnd: end };
  });
}

/** What the gate answers about an approval now, using up its grant where there is one: for retries and after a wait. */
export async function currentAnswer(
  scope: GatewayScope,
  approvalId: string,
  digest: string,
  redemptionKey: string | null,
): Promise<GateAnswer> {
  return change(scope, (tx) =>
    answerNow(tx, scope, approvalId, digest, { redemptionKey: redemptionKey ?? undefined }),
  );
}

async function admit(
  tx: Tx,
  scope: GatewayScope,
  input: CreateApproval,
  tenantId: string,
): Promise<{ call: Call; warning: RationaleWarning | null }> {
  const context = await loadGateContext(tx, tenantId, scope.actor.id);
  if (input.gateway !== undefined && input.gateway !== context.gatewayName) {
    throw invalid(
      "/gateway",
      "not_yours",
      `This key belongs to the gateway ${context.gatewayName}. Nothing was stored.`,
      context.gatewayName,
    );
  }
  if (input.callbackUrl !== undefined) assertCallbackUrl(input.callbackUrl, context.callbackUrl);
  const inGrace =
    context.firstRowAt === null || isInGrace(context.firstRowAt, context.rationaleGraceDays, context.now);
  const warning = judgeRationale(input.rationale, inGrace);
  if (context.firstRowAt === null) await markFirstRow(tx, tenantId);
  if (warning) await noteOffender(tx, scope, tenantId, input.agent);
  const identity: CallIdentity = {
    tenantId,
    gatewayId: scope.actor.id,
    provider: input.provider ?? null,
    tool: input.tool,
    agent: input.agent ?? null,
    digest: input.arguments.sha256,
  };
  return { call: { input, context, tenantId, identity }, warning };
}

async function noteOffender(
  tx: Tx,
  scope: GatewayScope,
  tenantId: string,
  agent: string | undefined,
): Promise<void> {
  await tx.$executeRaw`
    insert into rationale_offenders (tenant_id, gateway_id, agent, day)
    values (${tenantId}::uuid, ${scope.actor.id}::uuid, ${agent ?? ""}, (clock_timestamp() at time zone 'UTC')::date)
    on conflict (tenant_id, gateway_id, agent, day) do update set calls = rationale_offenders.calls + 1`;
}

function claimOf(scope: GatewayScope, request: GateRequest, kind: string): RequestKey | null {
  const { tenantId, key, bodySha256 } = request;
  return key === null ? null : { tenantId, gatewayId: scope.actor.id, kind, key, bodySha256 };
}

type RatedTool = Awaited<ReturnType<typeof findToolForCall>>;

function ratedTool(tx: Tx, call: Call, input: CreateApproval): Promise<RatedTool> {
  return findToolForCall(tx, {
    gatewayId: call.identity.gatewayId,
    tenantId: call.tenantId,
    provider: call.identity.provider,
    name: call.identity.tool,
    requestRisk: input.risk,
  });
}

async function judged(
  tx: Tx,
  scope: GatewayScope,
  call: Call,
  input: Authorize,
  approvalId: string,
): Promise<GateAnswer> {
  const tool = await ratedTool(tx, call, input);
  const { identity, context } = call;
  // Two equal calls at once must not make two approvals, nor two answers from one grant.
  const lock = [
    identity.tenantId,
    identity.gatewayId,
    identity.provider,
    identity.tool,
    identity.agent,
    input.redemptionKey ?? identity.digest,
  ];
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`call:${JSON.stringify(lock)}`}, 0))`;
  const verdict = judge({
    digest: identity.digest,
    risk: tool.risk,
    confirmationRequired: tool.requiresConfirmation,
    confirm: input.confirm ?? false,
    redemptionKey: input.redemptionKey ?? null,
    settings: context,
    earlier: await findEarlier(tx, identity, input.redemptionKey ?? null, context.rejectionCooldownSeconds),
    now: context.now,
  });
  return carryOut(tx, scope, call, { verdict, tool, input, approvalId });
}

type Order = { verdict: Verdict; tool: RatedTool; input: Authorize; approvalId: string };

async function carryOut(tx: Tx, scope: GatewayScope, call: Call, order: Order): Promise<GateAnswer> {
  const { verdict, tool, input, approvalId } = order;
  const { digest } = call.identity;
  switch (verdict.kind) {
    case "allow":
      return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
    case "hold": {
      const heldBecause =
        tool.source === "unrated"
          ? "unrated_tool"
          : tool.risk === "medium"
            ? "requires_confirmation"
            : "risk";
      return {
        kind: "wait",
        approval: await insertApproval(tx, scope, call, { id: approvalId, heldBecause, tool }),
      };
    }
    case "allow_recorded":
      return allowRecorded(tx, scope, call, { id: approvalId, heldBecause: verdict.reason, tool });
    case "redeem":
    case "replay_grant":
    case "deny_used":
    case "deny_mismatch":
    case "join":
    case "deny_earlier":
      return answerNow(tx, scope, verdict.approvalId, digest, input, input.arguments.text);
  }
}

type Insertion = { id: string; heldBecause: string; tool: RatedTool };

async function insertApproval(
  tx: Tx,
  scope: GatewayScope,
  call: Call,
  insertion: Insertion,
): Promise<Approval> {
  const approval = await tx.approval.create({ data: approvalData(scope, call, insertion) });
  await tx.approvalRevision.create({
    data: {
      approvalId: approval.id,
      revision: 1,
      tenantId: approval.tenantId,
      argumentsText: approval.argumentsText,
      argumentsSha256: approval.argumentsSha256,
    },
  });
  await announce(tx, "approval", approval.tenantId, approval.id);
  return approval;
}

function approvalData(scope: GatewayScope, call: Call, { id, heldBecause, tool }: Insertion) {
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
    callbackUrl: context.callbackOff ? null : (input.callbackUrl ?? context.callbackUrl),
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

/** Lets a call through without a person, and leaves a row that says so and takes the execution report. */
async function allowRecorded(
  tx: Tx,
  scope: GatewayScope,
  call: Call,
  insertion: Insertion & { heldBecause: "auto_approved" | "confirmed" },
): Promise<GateAnswer> {
  const executionId = newId();
  const { now } = call.context;
  const data = approvalData(scope, call, insertion);
  const lease = new Date(now.getTime() + EXECUTION_LEASE_SECONDS * 1_000);
  const approval = await tx.approval.create({
    data: {
      ...data,
      mode: "reissue",
      decision: "approved",
      execution: "executing",
      executionId,
      decidedAt: now,
      decidedBy: insertion.heldBecause === "confirmed" ? "confirmed by the caller" : "automatic approval",
      redeemedAt: now,
      useBy: lease,
    },
  });
  await tx.approvalRevision.create({
    data: {
      approvalId: approval.id,
      revision: 1,
      tenantId: approval.tenantId,
      argumentsText: approval.argumentsText,
      argumentsSha256: approval.argumentsSha256,
    },
  });
  await tx.execution.create({
    data: {
      id: executionId,
      tenantId: approval.tenantId,
      approvalId: approval.id,
      state: "executing",
      leaseUntil: lease,
    },
  });
  await recordActivity(tx, scope, `approval.${insertion.heldBecause}`, subject(approval), {
    tool: approval.tool,
    risk: approval.risk,
  });
  await announce(tx, "approval", approval.tenantId, approval.id);
  return {
    kind: "allow",
    reason: insertion.heldBecause,
    executionId,
    approvalId: approval.id,
    digest: call.identity.digest,
  };
}

function subject(approval: Approval) {
  return { kind: "approval", id: approval.id, tenantId: approval.tenantId };
}

const DENY_CODES: Partial<Record<Approval["decision"], string>> = {
  rejected: "REJECTED",
  revoked: "REJECTED",
  changes_requested: "CHANGES_REQUESTED",
  expired: "EXPIRED",
  cancelled: "CANCELLED",
};

async function answerNow(
  tx: Tx,
  scope: GatewayScope,
  approvalId: string,
  digest: string,
  input: { redemptionKey?: string },
  received?: string,
): Promise<GateAnswer> {
  const approval = await tx.approval.findFirstOrThrow({
    where: { tenantId: { in: [...scope.tenants] }, id: approvalId },
  });
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
    : { kind: "deny", code: now.redeemedAt ? "GRANT_USED" : "EXPIRED", approval: now };
}

/** Uses up a grant. Of any number at once, one statement wins: the others find it used. */
async function redeem(
  tx: Tx,
  scope: GatewayScope,
  approval: Approval,
  digest: string,
  redemptionKey: string | null,
): Promise<boolean> {
  const used = await tx.$executeRaw`
    update approvals set execution = 'executing', redeemed_at = clock_timestamp(), redemption_key = ${redemptionKey},
                         updated_at = clock_timestamp()
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
      and decision = 'approved' and execution = 'awaiting' and mode = 'reissue' and redeemed_at is null
      and arguments_sha256 = ${digest} and use_by > clock_timestamp()`;
  if (used === 0) return false;
  await tx.$executeRaw`
    update executions set state = 'executing', lease_until = clock_timestamp() + make_interval(secs => ${EXECUTION_LEASE_SECONDS}::int)
    where tenant_id = ${approval.tenantId}::uuid and id = ${approval.executionId}::uuid`;
  await recordActivity(tx, scope, "approval.redeemed", subject(approval), {
    execution_id: approval.executionId,
  });
  await announce(tx, "approval", approval.tenantId, approval.id);
  return true;
}

async function keepAnswer(tx: Tx, claim: RequestKey, answer: GateAnswer, approvalId: string): Promise<void> {
  if (answer.kind === "wait" && answer.approval.id === approvalId) return;
  if (answer.kind === "allow" && answer.approvalId === approvalId) return;
  if (answer.kind === "allow" && answer.approvalId === null) {
    return storeAnswer(tx, claim, null, serializeJson(allowBody(answer)));
  }
  const rowId =
    answer.kind === "wait" || answer.kind === "deny"
      ? answer.approval.id
      : answer.kind === "allow"
        ? answer.approvalId
        : null;
  return storeAnswer(tx, claim, rowId, null);
}
