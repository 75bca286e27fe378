import { checkAll, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { clockAt } from "@/lib/core/time-window/rules";
import { assertCallbackUrl } from "@/lib/gateways/callback-url";
import type { BudgetShareOfCall } from "@/lib/policies/budgets/types";
import { type ArgumentValues, valuesOf } from "@/lib/policies/conditions/values";
import {
  type BudgetStates,
  type CallForPolicies,
  type FittingPolicy,
  fittingPastBudgets,
  fittingPolicy,
  NO_WAY,
  type Way,
  wayOf,
} from "@/lib/policies/rules";
import { type GracePeriod, gracePeriod, isInGrace } from "@/lib/tenants/rules";
import { alwaysWaits } from "@/lib/tools/rating";
import { letsThrough } from "../remembered/rules";
import type { RuleForCall } from "../remembered/types";
import type { CreateApproval } from "../schema";
import type { AskedCall, CallFacts } from "./queries";
import { judge, judgeRationale, type RationaleWarning, type Verdict } from "./rules";
import type { GateAnswer } from "./types";

// One call before the gate: who asks what, whether it may be asked, and what shall happen with it.

/** A call with everything that the gate knows of it. */
export type AdmittedCall = AskedCall &
  CallFacts & {
    input: CreateApproval;
    /** The policies that may decide it, by what is left of budgets. */
    way: Way;
    policy: FittingPolicy | null;
    /** A policy refuses it, and would whatever is left of budgets: also what people approved. */
    isRefused: boolean;
    /** What it takes of budgets once it may run. */
    takes: readonly BudgetShareOfCall[];
    /** The first policy on its way whose budget has no room for it. */
    beyond: string | null;
    /** The remembered rules that let it through, the oldest first. */
    remembered: readonly RuleForCall[];
  };

/** A call with what was read of it, and the policy that fits it as long as nothing is known of budgets: as if they were unused. */
export function knownCall(input: CreateApproval, asked: AskedCall, facts: CallFacts): AdmittedCall {
  const known = { input, ...asked, ...facts };
  const way = facts.policies ? wayOf(facts.policies.compiled, callForPolicies(known)) : NO_WAY;
  return judgedBy({ ...known, way });
}

type Unjudged = Omit<AdmittedCall, "policy" | "isRefused" | "takes" | "beyond" | "remembered">;

/** The same once it is known what is left of the budgets on its way. */
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

/** The call as policies see it. A call that names no provider has the one by which the catalogue knows its tool. */
export function callForPolicies(call: Pick<AdmittedCall, "input" | "context" | "tool">): CallForPolicies {
  const { input, context, tool } = call;
  let values: ArgumentValues | undefined;
  return {
    names: {
      tenants: context.tenantKey,
      gateways: context.gatewayName,
      providers: input.provider ?? tool.tool?.provider ?? null,
      tools: input.tool,
      agents: input.agent ?? null,
      models: input.model ?? null,
      onBehalfOf: input.onBehalfOf ?? null,
    },
    risk: tool.risk,
    claimedRisk: input.risk ?? null,
    arguments: (path) => {
      values ??= valuesOf(input.arguments.node);
      return values(path);
    },
    clock: clockAt(context.now),
  };
}

/** Who calls what: enough to recognise a retry, and to look up the rest. */
export function askedCall(
  gatewayId: string,
  input: CreateApproval & { redemptionKey?: string },
  tenantId: string,
): AskedCall {
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

export type Admission = { warning: RationaleWarning | null; grace: GracePeriod };

/**
 * The rules that a new call has to keep before it is judged.
 * @throws DomainError VALIDATION_ERROR
 */
export function assertAdmissible({ input, context }: Pick<AdmittedCall, "input" | "context">): Admission {
  const { firstRowAt, rationaleGraceDays, now } = context;
  const inGrace = firstRowAt === null || isInGrace(firstRowAt, rationaleGraceDays, now);
  const [warning] = checkAll(
    () => judgeRationale(input.rationale, inGrace),
    () => assertOwnGateway(input.gateway, context.gatewayName),
    () => input.callbackUrl !== undefined && assertCallbackUrl(input.callbackUrl, context.callbackUrl),
  );
  return { warning, grace: gracePeriod(firstRowAt ?? now, rationaleGraceDays) };
}

function assertOwnGateway(named: string | undefined, own: string): void {
  if (named === undefined || named === own) return;
  throw invalid("/gateway", "not_yours", `This key belongs to the gateway ${own}. Nothing was stored.`, own);
}

/** What shall happen with a call. */
export function verdictOn(
  {
    identity,
    redemptionKey,
    context,
    tool,
    earlier,
    policy,
    isRefused,
    remembered,
  }: Pick<
    AdmittedCall,
    "identity" | "redemptionKey" | "context" | "tool" | "earlier" | "policy" | "isRefused" | "remembered"
  >,
  input: { confirm?: boolean },
): Verdict {
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

/** The answer to a call of which nothing is stored but, if it has a key, this answer. */
export function allowed({ identity: { digest } }: AskedCall): Extract<GateAnswer, { kind: "allow" }> {
  return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
}

/** Nobody rated the tool, and the tenant does not take the call's own word for its risk. */
function isHeldUnrated({ tool, context }: Pick<AdmittedCall, "tool" | "context">): boolean {
  return tool.onCallersWord && context.holdUnratedTools;
}

/** Why a person is asked. */
export function heldBecause(call: Pick<AdmittedCall, "tool" | "policy" | "context">): string {
  const { tool, policy } = call;
  if (policy?.policy.action === "require") return "policy_required";
  if (tool.source === "unrated" || (!alwaysWaits(tool.risk) && isHeldUnrated(call))) return "unrated_tool";
  return alwaysWaits(tool.risk) ? "risk" : "requires_confirmation";
}
