import { clockAt } from "@/lib/approvals/policies/conditions/local-time";
import { valuesOf } from "@/lib/approvals/policies/conditions/values";
import { type CallForPolicies, type CompiledPolicy, possibleFits } from "@/lib/approvals/policies/rules";
import {
  type CallOutcome,
  type Policy,
  PREVIEW_EXAMPLES_MAX,
  PREVIEW_TOOLS_MAX,
  type PreviewedCall,
  type PreviewedTool,
} from "@/lib/approvals/policies/types";
import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";

/** A call that was stored, as far as policies ask for it. */
export type StoredCall = {
  id: string;
  kind: PreviewedCall["kind"];
  at: Date;
  tenant: string;
  gateway: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  model: string | null;
  onBehalfOf: string | null;
  risk: RiskWord;
  /** Null where they were not stored, or no policy asks for them. */
  argumentsText: string | null;
  before: CallOutcome;
  /** What comes of it where no policy fits. */
  unguided: CallOutcome;
};

/** What came of a reported call, by its outcome: most ran. */
export function outcomeOfReport(outcome: string): CallOutcome {
  if (outcome === "approval_pending") return "wait";
  return ["denied", "expired", "blocked", "unauthorized"].includes(outcome) ? "deny" : "pass";
}

const OUTCOME_OF = { allow: "pass", deny: "deny", require: "wait" } as const;

/** What policies would have done with a call, where that can be told. */
export function judgeStored(compiled: readonly CompiledPolicy[], call: StoredCall): PreviewedCall {
  const { id, kind, at, tenant, agent, before, unguided } = call;
  const possible = possibleFits(compiled, asPoliciesSeeIt(call));
  const outcomes = new Set(possible.map((policy) => (policy ? OUTCOME_OF[policy.action] : unguided)));
  const [only] = outcomes;
  const after = outcomes.size === 1 && only ? only : "unknown";
  const policy = possible.length === 1 ? (possible[0]?.name ?? null) : null;
  return { id, kind, at, tenant, agent, before, after, policy };
}

function asPoliciesSeeIt(call: StoredCall): CallForPolicies {
  const { tenant, gateway, provider, tool, agent, model, onBehalfOf, risk, argumentsText, at } = call;
  return {
    names: {
      tenants: tenant,
      gateways: gateway,
      providers: provider,
      tools: tool,
      agents: agent,
      models: model,
      onBehalfOf,
    },
    risk,
    arguments: argumentsText === null ? undefined : valuesOf(parseJson(argumentsText)),
    clock: clockAt(at),
  };
}

/** Whether any policy asks for arguments: otherwise none have to be read. */
export function asksForArguments(policies: readonly Policy[]): boolean {
  return policies.some(({ on, match }) => on && match.arguments.length > 0);
}

type Sums = Pick<PreviewedTool, "calls" | "before" | "after" | "changed" | "byPolicy">;

const noSums = (): Sums => ({
  calls: 0,
  before: { pass: 0, wait: 0, deny: 0 },
  after: { pass: 0, wait: 0, deny: 0, unknown: 0 },
  changed: 0,
  byPolicy: {},
});

/** Sums of many calls, over all of them and by tool. */
export class PreviewSums {
  readonly all = noSums();
  private readonly tools = new Map<string, PreviewedTool>();

  add({ gateway, provider, tool }: StoredCall, judged: PreviewedCall): void {
    const key = JSON.stringify([gateway, provider, tool]);
    const own = this.tools.get(key) ?? { gateway, provider, tool, ...noSums(), examples: [] };
    this.tools.set(key, own);
    for (const sums of [this.all, own]) count(sums, judged);
    own.examples = kept([...own.examples, judged]);
  }

  /** Those with most changes first, and how many there are beyond those. */
  listed(): { tools: PreviewedTool[]; otherTools: number } {
    const order = ({ changed, after, calls }: PreviewedTool) => [changed, after.unknown, calls];
    const sorted = [...this.tools.values()].sort((a, b) => compareAll(order(b), order(a)));
    const tools = sorted.slice(0, PREVIEW_TOOLS_MAX);
    return { tools, otherTools: sorted.length - tools.length };
  }
}

function count(sums: Sums, { before, after, policy }: PreviewedCall): void {
  sums.calls += 1;
  sums.before[before] += 1;
  sums.after[after] += 1;
  if (after !== before && after !== "unknown") sums.changed += 1;
  if (policy !== null) sums.byPolicy[policy] = (sums.byPolicy[policy] ?? 0) + 1;
}

/** The calls worth showing, newest first among equals. */
function kept(calls: readonly PreviewedCall[]): PreviewedCall[] {
  const rank = ({ before, after }: PreviewedCall) => [after === "unknown" ? 1 : after === before ? 2 : 0];
  const order = (call: PreviewedCall) => [...rank(call), -call.at.getTime()];
  return [...calls].sort((a, b) => compareAll(order(a), order(b))).slice(0, PREVIEW_EXAMPLES_MAX);
}

function compareAll(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
