import { change, ingest, type Tx } from "@/lib/core/db";
import { type RequestKey, reserveRequest, storeAnswer } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope } from "@/lib/core/scope";
import { countingRefusals, noteOffenders, resolveOffenders } from "@/lib/gateways/offenders/commands";
import { lockCounts, readStates, takeShares } from "@/lib/policies/budgets/counts";
import { markFirstRow } from "@/lib/tenants/commands";
import type { Authorize, CreateApproval } from "../schema";
import {
  type Admission,
  type AdmittedCall,
  allowed,
  askedCall,
  assertAdmissible,
  heldBecause,
  judgedBy,
  knownCall,
  verdictOn,
} from "./call";
import { answerNow, recordAnswer, tenantOf } from "./grant";
import { denyByPolicy, insertApproval } from "./hold";
import { allowByRule, allowRecorded } from "./pass";
import { deletedTenant, findEarlier, keepTenant, loadFacts, lockCall, lockKey } from "./queries";
import { isUnusedGrant, type Verdict } from "./rules";
import { authorizeTogether } from "./together";
import type { GateAnswer, GateRequest, GateResult } from "./types";
import { allowBody } from "./wire";

/**
 * Judges a call: let it through, hold it for a person, or refuse it. Equal requests get the same row's answer; a grant is used
 * up by exactly one of them. Calls that nothing earlier concerns are judged together with those that arrive at the same time.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT, IN_FLIGHT or RATE_LIMITED; nothing is stored of the call then
 */
export async function authorize(
  scope: GatewayScope,
  input: Authorize,
  request: GateRequest,
): Promise<GateResult> {
  const caller = { scope, tenantId: request.tenantId, agent: input.agent };
  return countingRefusals(
    caller,
    async () => (await authorizeTogether(scope, input, request)) ?? authorizeAlone(scope, input, request),
  );
}

function authorizeAlone(scope: GatewayScope, input: Authorize, request: GateRequest): Promise<GateResult> {
  return ingest(scope, async (tx) => {
    const call = await admittedCall(tx, scope, input, request.tenantId);
    const { now } = call.context;
    await keepTenant(tx, call.identity.tenantId);
    const reserved = reservationOf(scope, request, "authorize");
    if (reserved) await lockKey(tx, reserved);
    await lockCall(tx, call.identity);
    const approvalId = newId();
    const replay = reserved && (await reserveRequest(tx, reserved, approvalId));
    if (replay) {
      const { rowId, response } = replay;
      const answer: GateAnswer =
        rowId === null
          ? { kind: "stored", body: response ?? "{}" }
          : await answerAgain(tx, scope, call, input, { approvalId: rowId, newId: approvalId });
      const told = await recordAnswer(tx, scope, answer);
      return { answer: told, replayed: true, warning: null, grace: null, now };
    }
    const admitted = await admit(tx, scope, call);
    const answer = await judgeAlone(tx, scope, call, { input, approvalId });
    if (reserved) await keepAnswer(tx, reserved, answer, approvalId);
    return { answer: await recordAnswer(tx, scope, answer), replayed: false, ...admitted, now };
  });
}

/** Of calls at once that would take the last place in a budget, one finds it free: they go one after another. */
async function judgeAlone(
  tx: Tx,
  scope: GatewayScope,
  known: AdmittedCall,
  { input, approvalId }: { input: Authorize; approvalId: string },
): Promise<GateAnswer> {
  await lockCounts(tx, known.identity.tenantId, budgetsOf(known));
  const call = await withBudgets(tx, known);
  const earlier = await findEarlier(tx, call, call.context.rejectionCooldownSeconds);
  const verdict = verdictOn({ ...call, earlier }, input);
  const answer = await carryOut(tx, scope, call, { verdict, input, approvalId });
  const isNew = verdict.kind === "allow" || verdict.kind === "allow_recorded";
  if (isNew && answer.kind === "allow") await takeShares(tx, call.identity.tenantId, call.takes);
  return answer;
}

/**
 * The answer to a call whose caller waited until somebody decided. A grant is used up by it, unless a policy that was saved meanwhile
 * refuses the call.
 * @throws DomainError NOT_FOUND, also for the approval of another gateway
 */
export async function redeemAfterWait(
  scope: GatewayScope,
  approvalId: string,
  input: Authorize,
): Promise<GateAnswer> {
  return change(scope, async (tx) => {
    const tenantId = await tenantOf(tx, scope, approvalId);
    const call = await admittedCall(tx, scope, input, tenantId);
    return recordAnswer(tx, scope, await answerAgain(tx, scope, call, input, { approvalId, newId: newId() }));
  });
}

/**
 * The answer to a call that was judged before and has a row: that row's, whatever has changed since, but for a grant that nobody used
 * and that a policy refuses by now.
 */
async function answerAgain(
  tx: Tx,
  scope: GatewayScope,
  known: AdmittedCall,
  input: Authorize,
  { approvalId, newId: id }: { approvalId: string; newId: string },
): Promise<GateAnswer> {
  const call = await withBudgets(tx, known);
  const { identity, context } = call;
  if (call.isRefused) {
    const earlier = await findEarlier(tx, call, context.rejectionCooldownSeconds);
    const verdict = verdictOn({ ...call, earlier }, input);
    if (earlier.some((a) => a.id === approvalId && isUnusedGrant(a)))
      return carryOut(tx, scope, call, { verdict, input, approvalId: id });
  }
  return answerNow(tx, scope, approvalId, identity.digest, input, input.arguments.text);
}

type Created = Omit<GateResult, "answer"> & { approvalId: string };

/**
 * Holds a call that the gateway itself wants a person to see: always a pending approval, or the earlier one of an equal request.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored of the call then
 */
export async function createApproval(
  scope: GatewayScope,
  input: CreateApproval,
  request: GateRequest,
): Promise<Created> {
  const caller = { scope, tenantId: request.tenantId, agent: input.agent };
  return countingRefusals(caller, () => createAlone(scope, input, request));
}

function createAlone(scope: GatewayScope, input: CreateApproval, request: GateRequest): Promise<Created> {
  return ingest(scope, async (tx) => {
    const known = await admittedCall(tx, scope, input, request.tenantId);
    const call = await withBudgets(tx, known);
    const { now } = call.context;
    await keepTenant(tx, call.identity.tenantId);
    const approvalId = newId();
    const reserved = reservationOf(scope, request, "approval");
    const replay = reserved && (await reserveRequest(tx, reserved, approvalId));
    if (replay?.rowId) return { approvalId: replay.rowId, replayed: true, warning: null, grace: null, now };
    const admitted = await admit(tx, scope, call);
    await insertApproval(tx, scope, call, { id: approvalId, heldBecause: "requested" });
    return { approvalId, replayed: false, ...admitted, now };
  });
}

/**
 * A call with everything that is known of it.
 * @throws DomainError FORBIDDEN when its tenant was deleted
 */
async function admittedCall(
  tx: Tx,
  scope: GatewayScope,
  input: CreateApproval & { redemptionKey?: string },
  tenantId: string,
): Promise<AdmittedCall> {
  const asked = askedCall(scope.actor.id, input, tenantId);
  const [facts] = await loadFacts(tx, scope.actor.id, [asked]);
  if (!facts) throw deletedTenant();
  return knownCall(input, asked, facts);
}

const budgetsOf = ({ way }: AdmittedCall) => way.budgeted.map(({ budget }) => budget);

/** The call as it is judged by what is left of the budgets on its way. */
async function withBudgets(tx: Tx, call: AdmittedCall): Promise<AdmittedCall> {
  const budgets = budgetsOf(call);
  return budgets.length === 0 ? call : judgedBy(call, await readStates(tx, call.identity.tenantId, budgets));
}

/** The rules that a new call has to keep, with what a call leaves that keeps them. */
async function admit(tx: Tx, scope: GatewayScope, call: AdmittedCall): Promise<Admission> {
  const admission = assertAdmissible(call);
  const { input, context } = call;
  const { tenantId } = call.identity;
  if (context.firstRowAt === null) await markFirstRow(tx, tenantId);
  const caller = { tenantId, agent: input.agent };
  if (admission.warning) await noteOffenders(tx, scope.actor.id, [caller]);
  else if (context.isOffending) await resolveOffenders(tx, scope.actor.id, [caller]);
  return admission;
}

function reservationOf(scope: GatewayScope, request: GateRequest, kind: string): RequestKey | null {
  const { tenantId, key, bodySha256 } = request;
  return key === null ? null : { tenantId, gatewayId: scope.actor.id, kind, key, bodySha256 };
}

type Order = { verdict: Verdict; input: Authorize; approvalId: string };

async function carryOut(tx: Tx, scope: GatewayScope, call: AdmittedCall, order: Order): Promise<GateAnswer> {
  const { verdict, input, approvalId } = order;
  const { digest } = call.identity;
  switch (verdict.kind) {
    case "allow":
      return allowed(call);
    case "hold": {
      const insertion = { id: approvalId, heldBecause: heldBecause(call) };
      return { kind: "wait", approval: await insertApproval(tx, scope, call, insertion) };
    }
    case "deny_policy":
      return denyByPolicy(tx, scope, call, { id: approvalId, told: verdict.approvalId });
    case "allow_recorded":
      return verdict.reason === "remembered"
        ? allowRemembered(tx, scope, call, approvalId)
        : allowRecorded(tx, scope, call, { id: approvalId, heldBecause: verdict.reason });
    case "redeem":
    case "replay_grant":
    case "deny_used":
    case "deny_mismatch":
    case "join":
    case "deny_earlier":
      return answerNow(tx, scope, verdict.approvalId, digest, input, input.arguments.text);
  }
}

/** By the first rule that has a use left; where others were faster, the call waits. */
async function allowRemembered(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  id: string,
): Promise<GateAnswer> {
  for (const rule of call.remembered) {
    const answer = await allowByRule(tx, scope, call, { id, rule });
    if (answer) return answer;
  }
  const approval = await insertApproval(tx, scope, call, { id, heldBecause: heldBecause(call) });
  return { kind: "wait", approval };
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
