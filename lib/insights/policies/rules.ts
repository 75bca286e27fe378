import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { countName, type ReachedBudget, stateOf, type Uses, withUse } from "@/lib/policies/budgets/rules";
import { type CallForPolicies, callFor, type SaidOfCall, type StatedFacts } from "@/lib/policies/call";
import { type CompiledPolicy, type Possible, possibleFits } from "@/lib/policies/rules";
import {
  type CallOutcome,
  type Policy,
  type PolicyPreview,
  PREVIEW_EXAMPLES_MAX,
  PREVIEW_TOOLS_MAX,
  type PreviewedCall,
  type PreviewedTool,
} from "@/lib/policies/types";

export type StoredCall = Required<SaidOfCall> & {
  id: string;
  kind: PreviewedCall["kind"];
  at: Date;
  tenant: string;
  gateway: string;
  risk: RiskWord;
  /** Null if not stored, or not needed by any policy. */
  argumentsText: string | null;
  /** Null if the gateway stated none, or if no policy needs them; reported calls have none. */
  facts: StatedFacts | null;
  before: CallOutcome;
  /** Its outcome without a matching policy. */
  unguided: CallOutcome;
  approved: boolean;
};

/** The outcome of a reported call: most ran. */
export function outcomeOfReport(outcome: string): CallOutcome {
  if (outcome === "approval_pending") return "wait";
  return ["denied", "expired", "blocked", "unauthorized"].includes(outcome) ? "deny" : "pass";
}

const OUTCOME_OF = { allow: "pass", deny: "deny", require: "wait" } as const;

/** A call checked against policies. `hasBudget`: its outcome depends on earlier calls. */
export type HeldAgainst = {
  call: Omit<StoredCall, "argumentsText" | "facts">;
  possible: readonly Possible[];
  orNone: boolean;
  hasBudget: boolean;
};

export function holdAgainst(compiled: readonly CompiledPolicy[], stored: StoredCall): HeldAgainst {
  const { argumentsText: _, facts: __, ...call } = stored;
  const found = possibleFits(compiled, asPoliciesSeeIt(stored));
  return { call, ...found, hasBudget: found.possible.some(({ budget }) => budget !== null) };
}

/** Budget use of the calls judged so far, in order of time. */
export class PreviewedBudgets {
  private readonly counts = new Map<string, Uses>();

  hasRoom(tenant: string, at: Date, budget: ReachedBudget): boolean {
    const uses = this.counts.get(`${tenant} ${countName(budget)}`);
    return stateOf(budget.budget, budget, uses, at).hasRoom;
  }

  take(tenant: string, at: Date, budget: ReachedBudget): void {
    if (budget.amount === null) return;
    const name = `${tenant} ${countName(budget)}`;
    this.counts.set(name, withUse(this.counts.get(name), budget.budget.per, at, budget.amount));
  }
}

/** The outcome of a call, if known. Calls with budgets must come in order of time. */
export function judgeStored(held: HeldAgainst, budgets: PreviewedBudgets): PreviewedCall {
  const { id, kind, at, tenant, agent, before, unguided, approved } = held.call;
  const deciding: (Policy | null)[] = [];
  const passed: ReachedBudget[] = [];
  let isOpen = held.orNone;
  for (const { policy, isSure, budget } of held.possible) {
    if (isSure && budget) passed.push(budget);
    const isOff = isSure && budget && budgets.hasRoom(tenant, at, budget) !== (policy.action === "allow");
    if (isOff) continue;
    deciding.push(policy);
    isOpen = !isSure;
    if (isSure) break;
  }
  if (isOpen) deciding.push(null);
  const outcomes = new Set(deciding.map((policy) => (policy ? OUTCOME_OF[policy.action] : unguided)));
  const [only] = outcomes;
  const after = outcomes.size === 1 && only ? only : "unknown";
  const policy = deciding.length === 1 ? (deciding[0]?.name ?? null) : null;
  // A call that would wait takes no share, unless people approved it then.
  if (after === "pass" || (after === "wait" && approved))
    for (const budget of passed) budgets.take(tenant, at, budget);
  return { id, kind, at, tenant, agent, before, after, policy };
}

function asPoliciesSeeIt(call: StoredCall): CallForPolicies {
  const { risk, argumentsText: text, facts } = call;
  const content = {
    arguments: text === null ? undefined : () => parseJson(text),
    facts: hasFacts(call) ? facts : undefined,
  };
  return callFor(call, { ...call, now: call.at }, risk, content);
}

/** Reports of calls have no facts, so the facts of a call without an approval are unknown. */
export const hasFacts = ({ kind }: Pick<StoredCall, "kind">): boolean => kind === "approval";

/** Whether any policy needs arguments; otherwise none are read. */
export function asksForArguments(policies: readonly Policy[]): boolean {
  return policies.some(({ on, match, budget }) => on && (match.arguments.length > 0 || budget?.of));
}

export function asksForFacts(policies: readonly Policy[]): boolean {
  return policies.some(({ on, match }) => on && match.facts !== undefined);
}

// A map, because a policy's name may be that of an Object.prototype member.
type Sums = Pick<PreviewedTool, "calls" | "before" | "after" | "changed"> & { byPolicy: Map<string, number> };

const noSums = (): Sums => ({
  calls: 0,
  before: { pass: 0, wait: 0, deny: 0 },
  after: { pass: 0, wait: 0, deny: 0, unknown: 0 },
  changed: 0,
  byPolicy: new Map(),
});

const told = <S extends Sums>({ byPolicy, ...sums }: S) => ({
  ...sums,
  byPolicy: Object.fromEntries(byPolicy),
});

type Place = Pick<StoredCall, "gateway" | "provider" | "tool">;

export class PreviewSums {
  private readonly all = noSums();
  private readonly tools = new Map<string, Omit<PreviewedTool, "byPolicy"> & Sums>();

  add({ gateway, provider, tool }: Place, judged: PreviewedCall): void {
    const key = JSON.stringify([gateway, provider, tool]);
    const own = this.tools.get(key) ?? { gateway, provider, tool, ...noSums(), examples: [] };
    this.tools.set(key, own);
    for (const sums of [this.all, own]) count(sums, judged);
    own.examples = kept([...own.examples, judged]);
  }

  /** The total, and by tool: most changes first, and the number of unlisted tools. */
  told(): Pick<
    PolicyPreview,
    "calls" | "before" | "after" | "changed" | "byPolicy" | "tools" | "otherTools"
  > {
    const order = ({ changed, after, calls }: Sums) => [changed, after.unknown, calls];
    const sorted = [...this.tools.values()].sort((a, b) => compareAll(order(b), order(a)));
    const tools = sorted.slice(0, PREVIEW_TOOLS_MAX).map(told);
    return { ...told(this.all), tools, otherTools: sorted.length - tools.length };
  }
}

function count(sums: Sums, { before, after, policy }: PreviewedCall): void {
  sums.calls += 1;
  sums.before[before] += 1;
  sums.after[after] += 1;
  if (after !== before && after !== "unknown") sums.changed += 1;
  if (policy !== null) sums.byPolicy.set(policy, (sums.byPolicy.get(policy) ?? 0) + 1);
}

/** The most informative calls, newest first among equals. */
function kept(calls: readonly PreviewedCall[]): PreviewedCall[] {
  const rank = ({ before, after }: PreviewedCall) => [after === "unknown" ? 1 : after === before ? 2 : 0];
  const order = (call: PreviewedCall) => [...rank(call), -call.at.getTime()];
  return [...calls].sort((a, b) => compareAll(order(a), order(b))).slice(0, PREVIEW_EXAMPLES_MAX);
}

function compareAll(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
