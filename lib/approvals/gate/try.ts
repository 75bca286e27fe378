import { read, type Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { getGatewayByName } from "@/lib/gateways/queries";
import { readStates } from "@/lib/policies/budgets/counts";
import { assertGroupsExist } from "@/lib/policies/groups";
import { currentPolicies } from "@/lib/policies/queries";
import { compilePolicies, consideredPolicies } from "@/lib/policies/rules";
import { demandClauses } from "@/lib/policies/sentences";
import type { Policy, TriedCall, TriedStep } from "@/lib/policies/types";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { Authorize } from "../schema";
import {
  type AdmittedCall,
  admissionOf,
  askedCall,
  callForPolicies,
  judgedBy,
  knownCall,
  verdictOn,
} from "./call";
import { deletedTenant, loadFacts } from "./queries";
import type { Verdict } from "./rules";

export type TryCall = { call: Authorize; policies?: readonly Policy[] };

/**
 * The gate's answer to a call now, and the policies it checked; stores nothing and uses up no
 * grant.
 * @throws DomainError FORBIDDEN, NOT_FOUND for an unknown tenant or gateway, VALIDATION_ERROR where
 * the gate would refuse the request as well
 */
export async function tryCall(scope: Scope, { call: input, policies }: TryCall): Promise<TriedCall> {
  assertMayAdministerAll(scope, "try calls of every tenant");
  const { id: tenantId } = await getTenantByKey(scope, input.tenant);
  if (input.gateway === undefined)
    throw invalid(
      "/call/gateway",
      "required",
      "Name the gateway that would ask: its tools and ratings are part of the judgement.",
    );
  const gateway = await getGatewayByName(scope, input.gateway);
  return read(scope, async (tx) => {
    await assertGroupsExist(tx, policies ?? []);
    const list = policies ?? (await currentPolicies(tx))?.policies ?? [];
    const known = await callOf(tx, gateway.id, tenantId, { input, list });
    const budgets = known.way.budgeted.map(({ budget }) => budget);
    const states = await readStates(tx, tenantId, budgets);
    const call = judgedBy(known, states);
    const { refusal } = admissionOf(call);
    if (refusal) throw refusal;
    const verdict = verdictOn(call);
    const { outcome, step } = resultOf(verdict, call);
    return {
      outcome,
      step,
      says: SAYS[step],
      policy: step === "policy" ? (call.policy?.policy.name ?? null) : null,
      demands: step === "policy" ? demandsIn(call) : [],
      risk: call.tool.risk,
      ...consideredPolicies(list, callForPolicies(call), states),
    };
  });
}

function demandsIn({ policy }: AdmittedCall): string[] {
  return policy?.policy.action === "require" ? demandClauses(policy.policy.require) : [];
}

type Tried = { input: Authorize; list: readonly Policy[] };

async function callOf(
  tx: Tx,
  gatewayId: string,
  tenantId: string,
  { input, list }: Tried,
): Promise<AdmittedCall> {
  const asked = askedCall(gatewayId, input, tenantId);
  const [facts] = await loadFacts(tx, gatewayId, [asked]);
  if (!facts) throw deletedTenant();
  const version = facts.policies?.version ?? 0;
  return knownCall(input, asked, { ...facts, policies: { version, compiled: compilePolicies(list) } });
}

type Result = { outcome: TriedCall["outcome"]; step: TriedStep };

const RESULTS: Record<Exclude<Verdict["kind"], "hold" | "allow_recorded">, Result> = {
  allow: { outcome: "allow", step: "none" },
  redeem: { outcome: "allow", step: "grant" },
  replay_grant: { outcome: "allow", step: "grant" },
  deny_mismatch: { outcome: "deny", step: "grant" },
  deny_used: { outcome: "deny", step: "grant" },
  deny_policy: { outcome: "deny", step: "policy" },
  deny_earlier: { outcome: "deny", step: "cool_down" },
  join: { outcome: "wait", step: "pending" },
};

const RECORDED = {
  auto_approved: "auto_approval",
  confirmed: "confirmation",
  policy: "policy",
  remembered: "remembered",
} as const;

function resultOf(verdict: Verdict, { policy }: AdmittedCall): Result {
  if (verdict.kind === "allow_recorded") return { outcome: "allow", step: RECORDED[verdict.reason] };
  if (verdict.kind !== "hold") return RESULTS[verdict.kind];
  if (verdict.unknownOf) return { outcome: "wait", step: "unknown_outcome" };
  return { outcome: "wait", step: policy?.policy.action === "require" ? "policy" : "requirement" };
}

const SAYS: Record<TriedStep, string> = {
  policy: "The first policy that fits decides.",
  grant: "A person approved this very call before; that approval decides.",
  pending: "The same call waits already, or its gateway is running it; this one joins it.",
  cool_down: "A person refused this very call a short while ago.",
  unknown_outcome: "It is not known how the same call ended before, so a person looks first.",
  auto_approval: "No policy decides; the tenant lets calls of this risk run without a person.",
  confirmation: "No policy decides; the caller confirmed the call and the tenant accepts that.",
  remembered: "A rule that a person made with an approval lets it through, as long as it has uses left.",
  requirement: "No policy decides; its risk, or the tool itself, asks for a person.",
  none: "It needs no approval: nothing asks for a person.",
};
