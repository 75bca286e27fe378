import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { lockCounts, readStates } from "@/lib/policies/budgets/counts";
import { type AdmittedCall, allowed, judgedBy, type Order, orderOf } from "./call";
import { answerNow } from "./grant";
import { denyByPolicy, insertApproval } from "./hold";
import { allowByRule, allowRecorded } from "./pass";
import { findEarlier } from "./queries";
import type { GateAnswer } from "./types";

// What shall be done with one call by itself, and the doing of it.

const budgetsOf = ({ way }: AdmittedCall) => way.budgeted.map(({ budget }) => budget);

/** The call as it is judged by what is left of the budgets on its way. */
export async function withBudgets(tx: Tx, call: AdmittedCall): Promise<AdmittedCall> {
  const budgets = budgetsOf(call);
  return budgets.length === 0 ? call : judgedBy(call, await readStates(tx, call.identity.tenantId, budgets));
}

/** Whoever wants a person gets one: the call is held, and what else would become of it does not matter. */
export async function requested(tx: Tx, known: AdmittedCall, id: string): Promise<Order> {
  return { call: await withBudgets(tx, known), verdict: { kind: "hold" }, id, heldBecause: "requested" };
}

/** Of calls at once that would take the last place in a budget, one finds it free: they go one after another. */
export async function orderNow(tx: Tx, known: AdmittedCall, id: string): Promise<Order> {
  await lockCounts(tx, known.identity.tenantId, budgetsOf(known));
  const call = await withBudgets(tx, known);
  const earlier = await findEarlier(tx, call, call.context.rejectionCooldownSeconds);
  return orderOf({ ...call, earlier }, id);
}

/** Does what was ordered of a call. */
export async function carryOut(tx: Tx, scope: GatewayScope, order: Order): Promise<GateAnswer> {
  const { call, verdict, id } = order;
  switch (verdict.kind) {
    case "allow":
      return allowed(call);
    case "hold":
      return { kind: "wait", approval: await insertApproval(tx, scope, order) };
    case "deny_policy":
      return denyByPolicy(tx, scope, call, { id, told: verdict.approvalId });
    case "allow_recorded":
      return verdict.reason === "remembered"
        ? allowRemembered(tx, scope, order)
        : allowRecorded(tx, scope, call, { id, heldBecause: verdict.reason });
    case "redeem":
    case "replay_grant":
    case "deny_used":
    case "deny_mismatch":
    case "join":
    case "deny_earlier":
      return answerNow(tx, scope, verdict.approvalId, call);
  }
}

/** By the first rule that has a use left; where others were faster, the call waits. */
async function allowRemembered(tx: Tx, scope: GatewayScope, order: Order): Promise<GateAnswer> {
  const { call, id } = order;
  for (const rule of call.remembered) {
    const answer = await allowByRule(tx, scope, call, { id, rule });
    if (answer) return answer;
  }
  return { kind: "wait", approval: await insertApproval(tx, scope, order) };
}
