import {
  amountOf,
  type BudgetState,
  budgetKey,
  type ReachedBudget,
  shareOfCall,
  stateOf,
  subjectOf,
} from "./budgets/rules";
import type { Budget, BudgetOfCall, BudgetShareOfCall } from "./budgets/types";
import type { CallForPolicies } from "./call";
import type { Compiled } from "./conditions/condition";
import { askedIn, CONDITION_KEYS, conditionOf } from "./conditions/registry";
import { valuesOf } from "./conditions/values";
import { roomWords } from "./sentences";
import type { Considered, Policy, PolicyOfCall, TriedBudget } from "./types";

/** A policy compiled to judge many calls; without conditions it matches every call. */
export type CompiledPolicy = { policy: Policy; conditions: readonly Compiled[] };

/** Reads policies once. Those switched off are left out. */
export function compilePolicies(policies: readonly Policy[]): CompiledPolicy[] {
  return policies.filter(({ on }) => on).map(compilePolicy);
}

function compilePolicy(policy: Policy): CompiledPolicy {
  const allows = policy.action === "allow";
  const conditions = CONDITION_KEYS.flatMap((key) =>
    conditionOf(key).compile(askedIn(policy.match, key), allows),
  );
  return { policy, conditions };
}

type Budgeted = { policy: Policy; budget: ReachedBudget };

/** The matching policies with a budget, up to the first match without one. */
export type Way = { budgeted: readonly Budgeted[]; last: Policy | null };

export const NO_WAY: Way = { budgeted: [], last: null };

/** The way of a call, before anybody looks at what is left of the budgets. */
export function wayOf(compiled: readonly CompiledPolicy[], call: CallForPolicies): Way {
  const budgeted: Budgeted[] = [];
  for (const { policy, conditions } of compiled) {
    if (!conditions.every(({ fits }) => fits(call) === true)) continue;
    if (!policy.budget) return { budgeted, last: policy };
    budgeted.push({ policy, budget: reachedBudget(policy.name, policy.budget, call) });
  }
  return { budgeted, last: null };
}

function reachedBudget(policy: string, budget: Budget, call: CallForPolicies) {
  const { arguments: values } = call;
  const amount = values || budget.of === null ? amountOf(budget, values ?? NO_VALUES) : null;
  return { budget, key: budgetKey(policy, budget), subject: subjectOf(budget, call), amount };
}

const NO_VALUES = valuesOf({ kind: "object", members: [], start: 0, end: 0 });

export type BudgetStates = (budget: ReachedBudget) => BudgetState;

const UNUSED: BudgetStates = (reached) => stateOf(reached.budget, reached, undefined, new Date(0));

/** The policy that decides a call, and the call's shares of the checked budgets. */
type Decided = {
  policy: Policy | null;
  state: BudgetState | null;
  takes: BudgetShareOfCall[];
  /** The first policy whose budget has no room for it: no remembered rule lets it through. */
  beyond: string | null;
};

/**
 * The decision with the given budget states. `allow` needs room, other actions need a lack of it.
 * `past`: ignores refusals by budgets.
 */
function decidedBy({ budgeted, last }: Way, states: BudgetStates = UNUSED, past = false): Decided {
  const takes: BudgetShareOfCall[] = [];
  let beyond: string | null = null;
  for (const { policy, budget } of budgeted) {
    const state = states(budget);
    const isExceeded = policy.action === "allow" && !state.hasRoom;
    const exceeded = isExceeded ? { exceeded: { ...budgetOf(state), policy: policy.name } } : {};
    takes.push(...shareOfCall(budget).map((share) => ({ ...share, ...exceeded })));
    if (!state.hasRoom) beyond ??= policy.name;
    const fits = state.hasRoom === (policy.action === "allow");
    if (fits && !(past && policy.action === "deny")) return { policy, state, takes, beyond };
  }
  return { policy: last, state: null, takes, beyond };
}

/** The first policy that matches a call if all budgets are unused; null without one. */
export function firstFit(compiled: readonly CompiledPolicy[], call: CallForPolicies): Policy | null {
  return decidedBy(wayOf(compiled, call)).policy;
}

export type PoliciesInForce = { version: number; compiled: readonly CompiledPolicy[] };

/** The first match, and its list version; `budget`: the one by which it matches. */
export type FittingPolicy = { policy: Policy; version: number; budget: BudgetOfCall | null };

/** The matching policy, the call's budget shares, and the policy without room. */
export type Fitting = { policy: FittingPolicy | null } & Pick<Decided, "takes" | "beyond">;

export const NO_FITTING: Fitting = { policy: null, takes: [], beyond: null };

/** The policy in force that decides a call on its way; null without one. */
export function fittingPolicy(inForce: PoliciesInForce | null, way: Way, states?: BudgetStates): Fitting {
  return inForce ? fittingOf(inForce, decidedBy(way, states)) : NO_FITTING;
}

/** The same without refusals by budgets: people may approve past those, which also takes shares. */
export function fittingPastBudgets(
  inForce: PoliciesInForce | null,
  way: Way,
  states?: BudgetStates,
): Fitting {
  return inForce ? fittingOf(inForce, decidedBy(way, states, true)) : NO_FITTING;
}

function fittingOf({ version }: PoliciesInForce, { policy, state, ...more }: Decided): Fitting {
  return { policy: policy && { policy, version, budget: state && budgetOf(state) }, ...more };
}

function budgetOf({ hasRoom: _, ...budget }: BudgetState): BudgetOfCall {
  return budget;
}

/** What is kept of a policy with the call that it fitted. */
export function policyOfCall({ policy, version, budget }: FittingPolicy): PolicyOfCall {
  const { name, action } = policy;
  const require = policy.action === "require" ? policy.require : null;
  const facts = policy.match.facts ? { matchesFacts: true as const } : {};
  return { name, version, action, require, ...(budget ? { budget } : {}), ...facts };
}

/** A policy that may decide a partly unknown call. `isSure`: all needed facts are known. */
export type Possible = { policy: Policy; isSure: boolean; budget: ReachedBudget | null };

/** Every policy that may decide such a call, in order, and whether possibly none does. */
export function possibleFits(
  compiled: readonly CompiledPolicy[],
  call: CallForPolicies,
): { possible: Possible[]; orNone: boolean } {
  const possible: Possible[] = [];
  for (const { policy, conditions } of compiled) {
    const fits = conditions.map((condition) => condition.fits(call));
    if (fits.includes(false)) continue;
    const budget = policy.budget ? reachedBudget(policy.name, policy.budget, call) : null;
    const isCounted = (policy.budget?.of ?? null) === null || call.arguments !== undefined;
    const isSure = isCounted && !fits.includes(undefined);
    possible.push({ policy, isSure, budget });
    if (isSure && budget === null) return { possible, orNone: false };
  }
  return { possible, orNone: true };
}

/** The policies up to the deciding one, and the failed condition of each other. */
export function consideredPolicies(
  policies: readonly Policy[],
  call: CallForPolicies,
  states: BudgetStates,
): { considered: Considered[]; budgets: TriedBudget[] } {
  const considered: Considered[] = [];
  const budgets: TriedBudget[] = [];
  for (const policy of policies) {
    const { name, on, action } = policy;
    const failed = on ? compilePolicy(policy).conditions.find(({ fits }) => fits(call) !== true) : undefined;
    let failedOn = on ? (failed?.words() ?? null) : "the policy is switched off";
    if (failedOn === null && policy.budget) {
      const state = states(reachedBudget(name, policy.budget, call));
      budgets.push({ policy: name, ...state });
      if (state.hasRoom !== (action === "allow")) failedOn = roomWords(state);
    }
    considered.push({ name, on, action, fits: failedOn === null, failedOn });
    if (failedOn === null) break;
  }
  return { considered, budgets };
}
