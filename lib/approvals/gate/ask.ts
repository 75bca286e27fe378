import { change, ingest, type Tx } from "@/lib/core/db";
import {
  type IdentifiedRequest,
  type RequestKey,
  reservationOf,
  reserveRequest,
  storeAnswer,
} from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { metrics } from "@/lib/core/metrics";
import type { GatewayScope } from "@/lib/core/scope";
import { inSpan } from "@/lib/core/traces";
import { admit } from "@/lib/intake/commands";
import { countingRefusals } from "@/lib/intake/offenders/commands";
import { TAKEN } from "@/lib/intake/types";
import { waitForChange } from "@/lib/live/wait";
import { takeShares } from "@/lib/policies/budgets/counts";
import { getWholeApproval, loadWhole } from "../queries";
import type { Authorize } from "../schema";
import { noteAsked } from "../sightings";
import { STANDINGS } from "../standing";
import { type AdmittedCall, admissionOf, askedCall, knownCall, orderOf } from "./call";
import { answerNow, recordAnswer, standingAnswer, tenantOf } from "./grant";
import { carryOut, orderNow, requested, withBudgets } from "./orders";
import { deletedTenant, findEarlier, keepTenant, loadFacts, lockCall, lockKey } from "./queries";
import { isUnusedGrant } from "./rules";
import { judgeTogether } from "./together";
import type { GateAnswer, GateResult, Standing } from "./types";
import { allowBody } from "./wire";

/** Whether the call may run, or always a person's decision, at any risk. */
type Wants = "verdict" | "person";

type Options = { wants?: Wants; leaving?: AbortSignal };

type Question = { call: Authorize; request: IdentifiedRequest; wants: Wants };

/**
 * Asks the gate about a call: allowed, held for a person, or refused. Equal requests get the answer
 * of one row; exactly one uses up its grant. A caller that waits (`waitSeconds`) is answered after
 * the decision, and uses up the grant. New calls are judged in one batch with others that arrive at
 * the same time.
 * @param wants with "person" it is always held, or joins the approval of an equal request
 * @param leaving ends the wait: the answer is the current state
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT, IN_FLIGHT or RATE_LIMITED; nothing is
 * stored of the call then
 */
export async function ask(
  scope: GatewayScope,
  call: Authorize,
  request: IdentifiedRequest,
  options: { wants: "person" },
): Promise<GateResult & { answer: Standing }>;
export async function ask(
  scope: GatewayScope,
  call: Authorize,
  request: IdentifiedRequest,
  options?: Options,
): Promise<GateResult>;
export async function ask(
  scope: GatewayScope,
  call: Authorize,
  request: IdentifiedRequest,
  { wants = "verdict", leaving }: Options = {},
): Promise<GateResult> {
  const result = await inSpan(
    "judge call",
    () => judged(scope, { call, request, wants }),
    ({ answer }) => ({ "countersign.answer": answer.kind }),
  );
  const { answer, replayed } = result;
  if (!replayed) metrics.judged.inc({ answer: answer.kind });
  if (answer.kind !== "wait") return result;
  noteAsked(scope.actor, answer.approval);
  return { ...result, answer: await afterWait(scope, call, answer, leaving) };
}

function judged(scope: GatewayScope, question: Question): Promise<GateResult> {
  const { call, request, wants } = question;
  const caller = { scope, tenantId: request.tenantId, agent: call.agent };
  return countingRefusals(caller, async () => {
    const together = wants === "verdict" ? await judgeTogether(scope, call, request) : null;
    return together ?? judgeAlone(scope, question);
  });
}

/** Blocks until the decision, then judges again: the waiting call itself redeems the grant. */
async function afterWait(
  scope: GatewayScope,
  call: Authorize,
  answer: Extract<GateAnswer, { kind: "wait" }>,
  leaving?: AbortSignal,
): Promise<GateAnswer> {
  const { waitSeconds: seconds = 0 } = call;
  const { id, decision, execution, questions } = answer.approval;
  if (seconds === 0 || decision !== "pending") return answer;
  const after = await waitForChange({
    subject: { topic: "approval", id },
    watch: STANDINGS,
    seen: { id, decision, execution, questions },
    seconds,
    read: () => getWholeApproval(scope, id),
    done: (now) => now.decision !== "pending" || now.questions !== questions,
    signal: leaving,
  });
  // A question to the agent ends the wait, so that the agent reads it.
  if (after.decision === "pending") return { ...answer, approval: after };
  if (leaving?.aborted) return answer;
  return redeemAfterWait(scope, id, call);
}

/** The kind under which each question reserves its idempotency key. */
const RESERVED_AS: Record<Wants, string> = { verdict: "authorize", person: "approval" };

function judgeAlone(scope: GatewayScope, { call: input, request, wants }: Question): Promise<GateResult> {
  return ingest(scope, async (tx) => {
    const known = await callNow(tx, scope, input, request.tenantId);
    const { identity, context } = known;
    await keepTenant(tx, identity.tenantId);
    const reserved = reservationOf(scope.actor.id, RESERVED_AS[wants], request);
    if (wants === "verdict") {
      if (reserved) await lockKey(tx, reserved);
      await lockCall(tx, identity);
    }
    const id = newId();
    const replay = reserved && (await reserveRequest(tx, reserved, id));
    if (replay) {
      const again = await replayed(tx, scope, known, { ...replay, id, wants });
      return {
        answer: await recordAnswer(tx, scope, again),
        replayed: true,
        ...TAKEN,
        now: context.now,
      };
    }
    const caller = { tenantId: identity.tenantId, agent: input.agent };
    const taken = await admit(tx, scope, caller, admissionOf(known));
    const order = wants === "person" ? await requested(tx, known, id) : await orderNow(tx, known, id);
    const answer = await carryOut(tx, scope, order);
    const runs = order.verdict.kind === "allow" || order.verdict.kind === "allow_recorded";
    if (runs && answer.kind === "allow") await takeShares(tx, identity.tenantId, order.call.takes);
    if (reserved) await keepAnswer(tx, reserved, answer, id);
    return { answer: await recordAnswer(tx, scope, answer), replayed: false, ...taken, now: context.now };
  });
}

type Again = { rowId: string | null; response: string | null; id: string; wants: Wants };

/** The answer to a repeated request. A request for a person uses up no grant. */
async function replayed(
  tx: Tx,
  scope: GatewayScope,
  known: AdmittedCall,
  { rowId, response, id, wants }: Again,
): Promise<GateAnswer> {
  if (rowId === null) return { kind: "stored", body: response ?? "{}" };
  if (wants === "verdict") return answerAgain(tx, scope, known, { approvalId: rowId, id });
  return standingAnswer(await loadWhole(tx, scope, rowId), known.context.now);
}

/**
 * The answer to a call whose caller waited for the decision. It uses up a grant, unless a newer
 * policy refuses the call.
 * @throws DomainError NOT_FOUND, also for the approval of another gateway
 */
export async function redeemAfterWait(
  scope: GatewayScope,
  approvalId: string,
  input: Authorize,
): Promise<GateAnswer> {
  return change(scope, async (tx) => {
    const tenantId = await tenantOf(tx, scope, approvalId);
    const call = await callNow(tx, scope, input, tenantId);
    return recordAnswer(tx, scope, await answerAgain(tx, scope, call, { approvalId, id: newId() }));
  });
}

/**
 * The answer to a call that already has a row: that row's, even if policies changed. Exception: an
 * unused grant that a current policy refuses.
 */
async function answerAgain(
  tx: Tx,
  scope: GatewayScope,
  known: AdmittedCall,
  { approvalId, id }: { approvalId: string; id: string },
): Promise<GateAnswer> {
  const call = await withBudgets(tx, known);
  if (call.isRefused) {
    const earlier = await findEarlier(tx, call, call.context.rejectionCooldownSeconds);
    if (earlier.some((a) => a.id === approvalId && isUnusedGrant(a)))
      return carryOut(tx, scope, orderOf({ ...call, earlier }, id));
  }
  return answerNow(tx, scope, approvalId, call);
}

/**
 * A call with all facts about it.
 * @throws DomainError FORBIDDEN when its tenant was deleted
 */
async function callNow(
  tx: Tx,
  scope: GatewayScope,
  input: Authorize,
  tenantId: string,
): Promise<AdmittedCall> {
  const asked = askedCall(scope.actor.id, input, tenantId);
  const [facts] = await loadFacts(tx, scope.actor.id, [asked]);
  if (!facts) throw deletedTenant();
  return knownCall(input, asked, facts);
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
