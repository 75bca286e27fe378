import { ingest, type Tx } from "@/lib/core/db";
import { checkAll, invalid } from "@/lib/core/errors";
import { type RequestKey, reserveRequest, storeAnswer } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope } from "@/lib/core/scope";
import { assertCallbackUrl } from "@/lib/gateways/callback-url";
import { noteOffenders } from "@/lib/gateways/offenders";
import { markFirstRow } from "@/lib/tenants/commands";
import { type GracePeriod, gracePeriod, isInGrace } from "@/lib/tenants/rules";
import { findToolForCall, type ToolForCall } from "@/lib/tools/queries";
import { alwaysWaits } from "@/lib/tools/rating";
import type { Authorize, CreateApproval } from "../schema";
import { answerNow, recordAnswer } from "./grant";
import { allowRecorded, insertApproval } from "./hold";
import { type CallIdentity, findEarlier, loadGateContext } from "./queries";
import { judge, judgeRationale, type RationaleWarning, type Verdict } from "./rules";
import type { AdmittedCall, GateAnswer, GateRequest, GateResult } from "./types";
import { allowBody } from "./wire";

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
  return ingest(scope, async (tx) => {
    const call = await identify(tx, scope, input, request.tenantId);
    const { now } = call.context;
    const approvalId = newId();
    const reserved = reservationOf(scope, request, "authorize");
    // A retry gets its row's answer whatever has changed since: it was judged when it was new.
    const replay = reserved && (await reserveRequest(tx, reserved, approvalId));
    if (replay) {
      const { digest } = call.identity;
      const answer: GateAnswer =
        replay.rowId === null
          ? { kind: "stored", body: replay.response ?? "{}" }
          : await answerNow(tx, scope, replay.rowId, digest, input, input.arguments.text);
      const told = await recordAnswer(tx, scope, answer);
      return { answer: told, replayed: true, warning: null, grace: null, now };
    }
    const admitted = await admit(tx, scope, call);
    const answer = await judged(tx, scope, call, input, approvalId);
    if (reserved) await keepAnswer(tx, reserved, answer, approvalId);
    return { answer: await recordAnswer(tx, scope, answer), replayed: false, ...admitted, now };
  });
}

type Created = Omit<GateResult, "answer"> & { approvalId: string };

/**
 * Holds a call that the gateway itself wants a person to see: always a pending approval, or the earlier one of an equal request.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored then
 */
export async function createApproval(
  scope: GatewayScope,
  input: CreateApproval,
  request: GateRequest,
): Promise<Created> {
  return ingest(scope, async (tx) => {
    const call = await identify(tx, scope, input, request.tenantId);
    const { now } = call.context;
    const approvalId = newId();
    const reserved = reservationOf(scope, request, "approval");
    const replay = reserved && (await reserveRequest(tx, reserved, approvalId));
    if (replay?.rowId) return { approvalId: replay.rowId, replayed: true, warning: null, grace: null, now };
    const admitted = await admit(tx, scope, call);
    const tool = await ratedTool(tx, call, input);
    await insertApproval(tx, scope, call, { id: approvalId, heldBecause: "requested", tool });
    return { approvalId, replayed: false, ...admitted, now };
  });
}

/** Who calls what: enough to recognise a retry. */
async function identify(
  tx: Tx,
  scope: GatewayScope,
  input: CreateApproval,
  tenantId: string,
): Promise<AdmittedCall> {
  const context = await loadGateContext(tx, tenantId, scope.actor.id);
  const identity: CallIdentity = {
    tenantId,
    gatewayId: scope.actor.id,
    provider: input.provider ?? null,
    tool: input.tool,
    agent: input.agent ?? null,
    digest: input.arguments.sha256,
  };
  return { input, context, tenantId, identity };
}

/** The rules a new call has to keep before it is judged. */
async function admit(
  tx: Tx,
  scope: GatewayScope,
  { input, context, tenantId }: AdmittedCall,
): Promise<{ warning: RationaleWarning | null; grace: GracePeriod }> {
  const { firstRowAt, rationaleGraceDays, now } = context;
  const inGrace = firstRowAt === null || isInGrace(firstRowAt, rationaleGraceDays, now);
  const [warning] = checkAll(
    () => judgeRationale(input.rationale, inGrace),
    () => assertOwnGateway(input.gateway, context.gatewayName),
    () => input.callbackUrl !== undefined && assertCallbackUrl(input.callbackUrl, context.callbackUrl),
  );
  if (firstRowAt === null) await markFirstRow(tx, tenantId);
  if (warning) await noteOffenders(tx, scope.actor.id, [{ tenantId, agent: input.agent }]);
  return { warning, grace: gracePeriod(firstRowAt ?? now, rationaleGraceDays) };
}

function assertOwnGateway(named: string | undefined, own: string): void {
  if (named === undefined || named === own) return;
  throw invalid("/gateway", "not_yours", `This key belongs to the gateway ${own}. Nothing was stored.`, own);
}

function reservationOf(scope: GatewayScope, request: GateRequest, kind: string): RequestKey | null {
  const { tenantId, key, bodySha256 } = request;
  return key === null ? null : { tenantId, gatewayId: scope.actor.id, kind, key, bodySha256 };
}

function ratedTool(tx: Tx, call: AdmittedCall, input: CreateApproval): Promise<ToolForCall> {
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
  call: AdmittedCall,
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
    identity.digest,
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

type Order = { verdict: Verdict; tool: ToolForCall; input: Authorize; approvalId: string };

async function carryOut(tx: Tx, scope: GatewayScope, call: AdmittedCall, order: Order): Promise<GateAnswer> {
  const { verdict, tool, input, approvalId } = order;
  const { digest } = call.identity;
  switch (verdict.kind) {
    case "allow":
      return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
    case "hold": {
      const heldBecause =
        tool.source === "unrated"
          ? "unrated_tool"
          : alwaysWaits(tool.risk)
            ? "risk"
            : "requires_confirmation";
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

async function keepAnswer(
  tx: Tx,
  reserved: RequestKey,
  answer: GateAnswer,
  approvalId: string,
): Promise<void> {
  if (answer.kind === "wait" && answer.approval.id === approvalId) return;
  if (answer.kind === "allow" && answer.approvalId === approvalId) return;
  if (answer.kind === "allow" && answer.approvalId === null) {
    return storeAnswer(tx, reserved, null, serializeJson(allowBody(answer)));
  }
  const rowId =
    answer.kind === "wait" || answer.kind === "deny"
      ? answer.approval.id
      : answer.kind === "allow"
        ? answer.approvalId
        : null;
  return storeAnswer(tx, reserved, rowId, null);
}
