import { newId } from "@/lib/core/ids";
import { assertCallbackUrl } from "@/lib/gateways/callback-url";
import { judgeReport } from "@/lib/intake/rules";
import type { Admission } from "@/lib/intake/types";
import type { BudgetShareOfCall } from "@/lib/policies/budgets/types";
import { type CallForPolicies, callFor } from "@/lib/policies/call";
import {
  type BudgetStates,
  type FittingPolicy,
  fittingPastBudgets,
  fittingPolicy,
  NO_WAY,
  type Way,
  wayOf,
} from "@/lib/policies/rules";
import { alwaysWaits } from "@/lib/tools/rating";
import { letsThrough } from "../remembered/rules";
import type { RuleForCall } from "../remembered/types";
import type { Authorize } from "../schema";
import type { AskedCall, CallFacts } from "./queries";
import { judge, type Verdict } from "./rules";
import type { GateAnswer, NewApproval } from "./types";

// One call at the gate: its caller, its admission and the verdict on it.

export type AdmittedCall = AskedCall &
  CallFacts & {
    input: Authorize;
    /** The policies that may decide it, depending on budgets. */
    way: Way;
    policy: FittingPolicy | null;
    /** A policy refuses it with any budget state: this also overrides approvals. */
    isRefused: boolean;
    takes: readonly BudgetShareOfCall[];
    /** The first policy on its way whose budget has no room for it. */
    beyond: string | null;
    /** The remembered rules that let it through, oldest first. */
    remembered: readonly RuleForCall[];
  };

/** A call with its facts, and the policy that matches if all budgets are unused. */
export function knownCall(input: Authorize, asked: AskedCall, facts: CallFacts): AdmittedCall {
  const known = { input, ...asked, ...facts };
  const way = facts.policies ? wayOf(facts.policies.compiled, callForPolicies(known)) : NO_WAY;
  return judgedBy({ ...known, way });
}

type Unjudged = Omit<AdmittedCall, "policy" | "isRefused" | "takes" | "beyond" | "remembered">;

/** The same call once the states of its budgets are known. */
export function judgedBy(call: Unjudged, states?: BudgetStates): AdmittedCall {
  const anyway = fittingPastBudgets(call.policies, call.way, states).policy;
  const isRefused = anyway?.policy.action === "deny";
  const known = { ...call, ...fittingPolicy(call.policies, call.way, states), isRefused };
  return { ...known, remembered: remembered(known, call.rules) };
}

function remembered(
  { input, tool: { tool, risk }, policy, beyond }: Omit<AdmittedCall, "remembered" | "takes">,
  rules: readonly RuleForCall[],
): RuleForCall[] {
  if (rules.length === 0 || beyond !== null) return [];
  const call = {
    ...{ tool, risk, agent: input.agent ?? null, onBehalfOf: input.onBehalfOf ?? null },
    ...{ policy: policy?.policy ?? null, arguments: input.arguments.node },
  };
  return rules.filter((rule) => letsThrough(rule, call));
}

export function callForPolicies({
  input,
  context,
  tool,
}: Pick<AdmittedCall, "input" | "context" | "tool">): CallForPolicies {
  const place = {
    ...{ tenant: context.tenantKey, gateway: context.gatewayName, now: context.now },
    provider: tool.tool?.provider ?? null,
  };
  const content = { arguments: () => input.arguments.node, facts: input.facts ?? null };
  return callFor({ ...input, claimedRisk: input.risk ?? null }, place, tool.risk, content);
}

/** The identity of a call: enough to recognise a retry and to look up the rest. */
export function askedCall(gatewayId: string, input: Authorize, tenantId: string): AskedCall {
  return {
    identity: {
      tenantId,
      gatewayId,
      provider: input.provider ?? null,
      tool: input.tool,
      agent: input.agent ?? null,
      onBehalfOf: input.onBehalfOf ?? null,
      model: input.model ?? null,
      digest: input.arguments.sha256,
    },
    redemptionKey: input.redemptionKey ?? null,
    requestRisk: input.risk ?? null,
  };
}

/** Whether a new call is admitted at all, before it is judged. */
export function admissionOf({ input, context }: Pick<AdmittedCall, "input" | "context">): Admission {
  const { callbackUrl } = input;
  return judgeReport(
    input,
    context,
    context.gatewayName,
    () => callbackUrl !== undefined && assertCallbackUrl(callbackUrl, context.callbackUrl),
  );
}

/** What to do with a call, and the approval that this creates, if any. */
export type Order = NewApproval & { call: AdmittedCall; verdict: Verdict };

/** The order by what is known of the call. */
export function orderOf(call: AdmittedCall, id: string): Order {
  const verdict = verdictOn(call);
  const unknownOf = verdict.kind === "hold" ? verdict.unknownOf : undefined;
  return { call, verdict, id, unknownOf, heldBecause: unknownOf ? "outcome_unknown" : heldBecause(call) };
}

export function verdictOn(call: AdmittedCall): Verdict {
  const { input, identity, redemptionKey, context, tool, earlier, policy, isRefused, remembered } = call;
  return judge({
    digest: identity.digest,
    risk: tool.risk,
    confirmationRequired: tool.requiresConfirmation || isHeldUnrated({ tool, context }),
    confirm: input.confirm ?? false,
    redemptionKey,
    settings: context,
    earlier,
    policy: policy && {
      action: policy.policy.action,
      name: policy.policy.name,
      version: policy.version,
      byBudget: policy.budget !== null && !isRefused,
    },
    isRemembered: remembered.length > 0,
    now: context.now,
  });
}

/** The answer to a call that is not stored; with an idempotency key, only this answer is. */
export function allowed({ identity: { digest } }: AskedCall): Extract<GateAnswer, { kind: "allow" }> {
  return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
}

/** The tool has no rating, and the tenant does not accept the call's own claim about its risk. */
function isHeldUnrated({ tool, context }: Pick<AdmittedCall, "tool" | "context">): boolean {
  return tool.onCallersWord && context.holdUnratedTools;
}

function heldBecause(call: Pick<AdmittedCall, "tool" | "policy" | "context">): string {
  const { tool, policy } = call;
  if (policy?.policy.action === "require") return "policy_required";
  if (tool.source === "unrated" || (!alwaysWaits(tool.risk) && isHeldUnrated(call))) return "unrated_tool";
  return alwaysWaits(tool.risk) ? "risk" : "requires_confirmation";
}
