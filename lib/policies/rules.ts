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

/** A policy that was read once, to judge many calls; without conditions it fits every call. */
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

/** A policy with a budget that a call fits otherwise. */
type Budgeted = { policy: Policy; budget: ReachedBudget };

/** How a call goes through the policies: past those with a budget that it fits otherwise, to the first that fits without one. */
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

/** What is known of budgets: how a call stands to one. */
export type BudgetStates = (budget: ReachedBudget) => BudgetState;

/** As if nothing had run yet. */
const UNUSED: BudgetStates = (reached) => stateOf(reached.budget, reached, undefined, new Date(0));

/** The policy that decides a call, and what the call takes of budgets once it may run: of those that were looked at. */
type Decided = {
  policy: Policy | null;
  state: BudgetState | null;
  takes: BudgetShareOfCall[];
  /** The first policy on its way whose budget has no room for it: no remembered rule lets it through. */
  beyond: string | null;
};

/** Who decides, as the budgets are. Allowing needs room, the others that there is none. `past`: what a budget refuses is not refused. */
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

/** The first policy that fits a call, as if nothing had run yet; null when none does. */
export function firstFit(compiled: readonly CompiledPolicy[], call: CallForPolicies): Policy | null {
  return decidedBy(wayOf(compiled, call)).policy;
}

/** The policies in force, read for judging. */
export type PoliciesInForce = { version: number; compiled: readonly CompiledPolicy[] };

/** The first policy that fits a call, and the version of the list that it comes from; `budget`: by which it fits. */
export type FittingPolicy = { policy: Policy; version: number; budget: BudgetOfCall | null };

/** What policies say of a call: the one that fits, what the call takes of budgets once it may run, and whose has no room for it. */
export type Fitting = { policy: FittingPolicy | null } & Pick<Decided, "takes" | "beyond">;

/** Of a call that no policy concerns. */
export const NO_FITTING: Fitting = { policy: null, takes: [], beyond: null };

/** The policy in force that decides a call on its way; null when none does. */
export function fittingPolicy(inForce: PoliciesInForce | null, way: Way, states?: BudgetStates): Fitting {
  return inForce ? fittingOf(inForce, decidedBy(way, states)) : NO_FITTING;
}

/** The same without the refusals that budgets bring: people may approve past those, and take from them then. */
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
  return { name, version, action, require, ...(budget ? { budget } : {}) };
}

/** A policy that may decide a call of which not everything is known. `isSure`: all is known that it asks for. */
export type Possible = { policy: Policy; isSure: boolean; budget: ReachedBudget | null };

/** Every policy that may decide such a call, in order, and whether none of them may. */
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

/** Which policies were looked at up to the one that decides, and on what each of the others failed. */
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
