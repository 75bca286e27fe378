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
import { type CallIdentity, findEarlier, keepTenant, loadGateContext, lockCall } from "./queries";
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
    const tool = await ratedTool(tx, call, input);
    const reserved = reservationOf(scope, request, "authorize");
    const atOnce = reserved ? null : await allowAtOnce(tx, call, input, tool);
    if (atOnce) return atOnce;
    await keepTenant(tx, call.tenantId);
    const approvalId = newId();
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
    await lockCall(tx, call.identity);
    const verdict = await verdictOn(tx, call, input, tool);
    const answer = await carryOut(tx, scope, call, { verdict, tool, input, approvalId });
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
    await keepTenant(tx, call.tenantId);
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

/**
 * Lets a call through of which nothing is stored, without locks and without a write to the disk; null where more is due. A tool
 * that requires confirmation is looked at under the lock at once.
 */
async function allowAtOnce(
  tx: Tx,
  call: AdmittedCall,
  input: Authorize,
  tool: ToolForCall,
): Promise<GateResult | null> {
  const { now, firstRowAt } = call.context;
  if (tool.requiresConfirmation || firstRowAt === null) return null;
  const { warning, grace } = assertAdmissible(call);
  if (warning || (await verdictOn(tx, call, input, tool)).kind !== "allow") return null;
  return { answer: allowed(call), replayed: false, warning, grace, now };
}

type Admission = { warning: RationaleWarning | null; grace: GracePeriod };

/** The rules a new call has to keep before it is judged. */
function assertAdmissible({ input, context }: AdmittedCall): Admission {
  const { firstRowAt, rationaleGraceDays, now } = context;
  const inGrace = firstRowAt === null || isInGrace(firstRowAt, rationaleGraceDays, now);
  const [warning] = checkAll(
    () => judgeRationale(input.rationale, inGrace),
    () => assertOwnGateway(input.gateway, context.gatewayName),
    () => input.callbackUrl !== undefined && assertCallbackUrl(input.callbackUrl, context.callbackUrl),
  );
  return { warning, grace: gracePeriod(firstRowAt ?? now, rationaleGraceDays) };
}

/** The same, with what a call leaves that keeps them. */
async function admit(tx: Tx, scope: GatewayScope, call: AdmittedCall): Promise<Admission> {
  const admission = assertAdmissible(call);
  const { tenantId, input, context } = call;
  if (context.firstRowAt === null) await markFirstRow(tx, tenantId);
  if (admission.warning) await noteOffenders(tx, scope.actor.id, [{ tenantId, agent: input.agent }]);
  return admission;
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

async function verdictOn(
  tx: Tx,
  { identity, context }: AdmittedCall,
  input: Authorize,
  tool: ToolForCall,
): Promise<Verdict> {
  const redemptionKey = input.redemptionKey ?? null;
  return judge({
    digest: identity.digest,
    risk: tool.risk,
    confirmationRequired: tool.requiresConfirmation,
    confirm: input.confirm ?? false,
    redemptionKey,
    settings: context,
    earlier: await findEarlier(tx, identity, redemptionKey, context.rejectionCooldownSeconds),
    now: context.now,
  });
}

function allowed({ identity: { digest } }: AdmittedCall): Extract<GateAnswer, { kind: "allow" }> {
  return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
}

type Order = { verdict: Verdict; tool: ToolForCall; input: Authorize; approvalId: string };

async function carryOut(tx: Tx, scope: GatewayScope, call: AdmittedCall, order: Order): Promise<GateAnswer> {
  const { verdict, tool, input, approvalId } = order;
  const { digest } = call.identity;
  switch (verdict.kind) {
    case "allow":
      return allowed(call);
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
