import type { RiskWord } from "@/lib/core/risk";
import { compileWindow, type LocalClock } from "./conditions/local-time";
import { compilePatterns, folded } from "./conditions/patterns";
import { compileCondition } from "./conditions/rules";
import type { ArgumentValues } from "./conditions/values";
import { conditionWords, listWords, riskWords, timeWords } from "./sentences";
import {
  type ArgumentCondition,
  type Considered,
  NAME_LISTS,
  type NameList,
  type Policy,
  type PolicyAction,
  type PolicyOfCall,
} from "./types";

/** A call as policies see it. Risk, arguments or model undefined: a stored call of which nobody knows them any more. */
export type CallForPolicies = {
  names: Record<NameList, string | null | undefined>;
  risk: RiskWord | undefined;
  arguments: ArgumentValues | undefined;
  clock: LocalClock;
};

/** Undefined: it cannot be told. */
type Fit = boolean | undefined;

/** `words`: made only where somebody asks for them. */
type Condition = { fits: (call: CallForPolicies) => Fit; words: () => string };

/** A policy that was read once, to judge many calls; without conditions it fits every call. */
export type CompiledPolicy = { policy: Policy; conditions: readonly Condition[] };

/** Reads policies once. Those switched off are left out. */
export function compilePolicies(policies: readonly Policy[]): CompiledPolicy[] {
  return policies.filter(({ on }) => on).map(compilePolicy);
}

function compilePolicy(policy: Policy): CompiledPolicy {
  const { match, action } = policy;
  const { risk, time } = match;
  const conditions: Condition[] = NAME_LISTS.filter((list) => match[list].length > 0).map((list) =>
    namesCondition(list, match[list]),
  );
  if (risk.length > 0) conditions.push(riskCondition(risk, () => riskWords(risk)));
  else if (action === "allow")
    conditions.push(
      riskCondition(NOT_CRITICAL, () => "the risk is critical, which a policy lets pass only if it names it"),
    );
  if (time) {
    const within = compileWindow(time);
    conditions.push({ fits: ({ clock }) => within(clock), words: () => timeWords(time) });
  }
  for (const asked of match.arguments) conditions.push(argumentCondition(asked, action));
  return { policy, conditions };
}

function namesCondition(list: NameList, patterns: readonly string[]): Condition {
  const fits = compilePatterns(patterns);
  return {
    fits: ({ names }) => {
      const name = names[list];
      return typeof name === "string" ? fits(folded(name)) : name === null ? false : undefined;
    },
    words: () => listWords(list, patterns),
  };
}

const NOT_CRITICAL: readonly RiskWord[] = ["low", "medium", "high"];

function riskCondition(asked: readonly RiskWord[], words: () => string): Condition {
  return { fits: ({ risk }) => (risk === undefined ? undefined : asked.includes(risk)), words };
}

/** Of several values under a star, any one stops a call, and only all of them let it pass: the reading that guards more. */
function argumentCondition(asked: ArgumentCondition, action: PolicyAction): Condition {
  const { path, op } = asked;
  const fitting = compileCondition(asked);
  const words = () => conditionWords(asked, action);
  const fits = (values: ReturnType<ArgumentValues>): boolean => {
    const all = values.nodes.length;
    if (op === "missing" || all === 0) return op === "missing" && all === 0;
    return action === "allow" ? fitting(values) === all : fitting(values) > 0;
  };
  return { fits: (call) => call.arguments && fits(call.arguments(path)), words };
}

/** The first policy that fits a call; null when none does. */
export function firstFit(compiled: readonly CompiledPolicy[], call: CallForPolicies): Policy | null {
  return (
    compiled.find(({ conditions }) => conditions.every(({ fits }) => fits(call) === true))?.policy ?? null
  );
}

/** The policies in force, read for judging. */
export type PoliciesInForce = { version: number; compiled: readonly CompiledPolicy[] };

/** The first policy that fits a call, and the version of the list that it comes from. */
export type FittingPolicy = { policy: Policy; version: number };

/** The first policy in force that fits a call; null when none does. */
export function fittingPolicy(inForce: PoliciesInForce | null, call: CallForPolicies): FittingPolicy | null {
  const policy = inForce && firstFit(inForce.compiled, call);
  return policy && { policy, version: inForce.version };
}

/** What is kept of a policy with the call that it fitted. */
export function policyOfCall({ policy, version }: FittingPolicy): PolicyOfCall {
  const { name, action } = policy;
  return { name, version, action, require: policy.action === "require" ? policy.require : null };
}

/** Every policy that may be the first that fits a call of which not everything is known; the last may be null: none fits. */
export function possibleFits(compiled: readonly CompiledPolicy[], call: CallForPolicies): (Policy | null)[] {
  const possible: Policy[] = [];
  for (const { policy, conditions } of compiled) {
    const fits = conditions.map((condition) => condition.fits(call));
    if (fits.includes(false)) continue;
    possible.push(policy);
    if (!fits.includes(undefined)) return possible;
  }
  return [...possible, null];
}

/** Which policies were looked at up to the first that fits, and on what each of the others failed. */
export function consideredPolicies(policies: readonly Policy[], call: CallForPolicies): Considered[] {
  const looked: Considered[] = [];
  for (const policy of policies) {
    const { name, on, action } = policy;
    const failed = on ? compilePolicy(policy).conditions.find(({ fits }) => fits(call) !== true) : undefined;
    const failedOn = on ? (failed?.words() ?? null) : "the policy is switched off";
    looked.push({ name, on, action, fits: failedOn === null, failedOn });
    if (failedOn === null) break;
  }
  return looked;
}
