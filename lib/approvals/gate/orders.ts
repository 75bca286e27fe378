import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { lockCounts, readStates } from "@/lib/policies/budgets/counts";
import { type AdmittedCall, allowed, judgedBy, type Order, orderOf } from "./call";
import { answerNow } from "./grant";
import { denyByPolicy, insertApproval } from "./hold";
import { allowByRule, allowRecorded } from "./pass";
import { findEarlier } from "./queries";
import type { GateAnswer } from "./types";

const budgetsOf = ({ way }: AdmittedCall) => way.budgeted.map(({ budget }) => budget);

/** The call judged by the current states of its budgets. */
export async function withBudgets(tx: Tx, call: AdmittedCall): Promise<AdmittedCall> {
  const budgets = budgetsOf(call);
  return budgets.length === 0 ? call : judgedBy(call, await readStates(tx, call.identity.tenantId, budgets));
}

/** A request for a person always holds the call, without judging it. */
export async function requested(tx: Tx, known: AdmittedCall, id: string): Promise<Order> {
  return { call: await withBudgets(tx, known), verdict: { kind: "hold" }, id, heldBecause: "requested" };
}

/** Locks the budgets: of concurrent calls only one may take the last share. */
export async function orderNow(tx: Tx, known: AdmittedCall, id: string): Promise<Order> {
  await lockCounts(tx, known.identity.tenantId, budgetsOf(known));
  const call = await withBudgets(tx, known);
  const earlier = await findEarlier(tx, call, call.context.rejectionCooldownSeconds);
  return orderOf({ ...call, earlier }, id);
}

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

/** Applies the first rule with a use left; if concurrent calls took them all, the call waits. */
async function allowRemembered(tx: Tx, scope: GatewayScope, order: Order): Promise<GateAnswer> {
  const { call, id } = order;
  for (const rule of call.remembered) {
    const answer = await allowByRule(tx, scope, call, { id, rule });
    if (answer) return answer;
  }
  return { kind: "wait", approval: await insertApproval(tx, scope, order) };
}
