import "server-only";
import { read, type Tx } from "@/lib/core/db";
import { readDecimal } from "@/lib/core/json/decimals";
import type { Scope } from "@/lib/core/scope";
import { either } from "@/lib/core/text/either";
import { FACT_WORDS, factNameOf } from "@/lib/policies/conditions/facts";
import { FACTS, type FactCondition, NUMBER_OPS } from "@/lib/policies/conditions/types";
import { findMatchedTools, type MatchedTools } from "@/lib/policies/definitions/queries";
import type { Policy, PolicyWarning } from "@/lib/policies/types";

/** What the newest stored calls to a tool stated: how often each fact, and counts as text. */
type Stated = { tool: string; calls: number; facts: Record<string, number>; texts: string[] | null };

// The newest calls are read by index, per tenant and tool.
const STATING_TENANTS_MAX = 100;
const CALLS_OF_TENANT_MAX = 5;
const TOOLS_OF_POLICY_MAX = 10;
const TOOLS_MAX = 40;
const TEXTS_MAX = 20;

/** Conditions on facts that recent calls to the tools of a policy do not state, or as text. */
export async function findFactWarnings(
  scope: Scope,
  policies: readonly Policy[],
): Promise<PolicyWarning[][]> {
  const asked = policies.filter(({ match }) => match.facts);
  if (asked.length === 0) return policies.map(() => []);
  const found = await read(scope, async (tx) => {
    const matched = await findMatchedTools(tx, asked);
    const named = asked.map((policy, at) => namesOf(policy, matched[at]));
    const stated = new Map((await readStated(tx, named.flat())).map((one) => [one.tool, one]));
    return named.map((names) => names.flatMap((name) => stated.get(name) ?? []));
  });
  const warnings = new Map(asked.map((policy, at) => [policy, warningsOf(policy, found[at] ?? [])]));
  return policies.map((policy) => warnings.get(policy) ?? []);
}

/** The tools that a policy names; none if it names none, because those could be all. */
function namesOf({ match }: Policy, matched: MatchedTools | undefined): string[] {
  if (!matched || matched.isBroad) return [];
  const exact = match.tools.filter((pattern) => !pattern.includes("*"));
  return [...new Set([...exact, ...matched.tools.map(({ name }) => name)])].slice(0, TOOLS_OF_POLICY_MAX);
}

async function readStated(tx: Tx, names: readonly string[]): Promise<Stated[]> {
  const tools = [...new Set(names)].slice(0, TOOLS_MAX);
  if (tools.length === 0) return [];
  return tx.$queryRaw<Stated[]>`
    select x.tool, count(*)::int as calls,
           jsonb_build_object('how_many', count(a.facts->'how_many'), 'to_whom', count(a.facts->'to_whom'),
             'what', count(a.facts->'what'), 'undo', count(a.facts->'undo')) as facts,
           (array_agg(a.facts->>'how_many') filter (where jsonb_typeof(a.facts->'how_many') = 'string'))[1:${TEXTS_MAX}::int] as texts
    from unnest(${tools}::text[]) x(tool)
      cross join (select t.id from tenants t order by t.id desc limit ${STATING_TENANTS_MAX}) t
      cross join lateral (select a.facts from approvals a where a.tenant_id = t.id and a.tool = x.tool
        order by a.id desc limit ${CALLS_OF_TENANT_MAX}) a
    group by x.tool order by x.tool`;
}

function warningsOf({ match, action }: Policy, stated: readonly Stated[]): PolicyWarning[] {
  return (match.facts ?? []).flatMap((condition, at) => {
    const message = problemOf(condition, stated, action === "allow");
    return message === null ? [] : [{ pointer: `/match/facts/${at}`, message }];
  });
}

const isNumberOp = ({ op }: FactCondition) => NUMBER_OPS.some((one) => one === op);

function problemOf(condition: FactCondition, stated: readonly Stated[], allows: boolean): string | null {
  const name = factNameOf(condition);
  const fits = allows ? "never fits this policy" : "always fits this policy";
  if (isNumberOp(condition) && name !== "how_many")
    return `Gateways state “${FACT_WORDS[name]}” as a text. Only plain digits compare as a number: any other text ${fits}.`;
  if (condition.op === "missing") return null;
  const without = stated.filter(({ facts }) => (facts[name] ?? 0) === 0);
  const [first] = without;
  if (first) return `${withoutWords(first, FACT_WORDS[name])}${moreWords(without.length - 1)}`;
  const formatted = isNumberOp(condition) ? firstText(stated) : null;
  return formatted
    ? `A recent call to ${formatted.tool} states “how many” as “${formatted.text}”, which is not an exact number: it ${fits}.`
    : null;
}

function withoutWords({ tool, calls, facts }: Stated, fact: string): string {
  const others = FACTS.filter((name) => (facts[name] ?? 0) > 0).map((name) => `“${FACT_WORDS[name]}”`);
  const not = others.length > 0 ? `, but not “${fact}”` : "";
  const instead = others.length > 0 ? either(others) : "no fact";
  if (calls === 1) return `The only stored call to ${tool} states ${instead}${not}.`;
  return `The last ${calls} stored calls to ${tool} state ${instead}${not}.`;
}

const moreWords = (others: number) =>
  others === 0 ? "" : ` ${others} more ${others === 1 ? "tool" : "tools"} of this policy too.`;

function firstText(stated: readonly Stated[]): { tool: string; text: string } | null {
  for (const { tool, texts } of stated) {
    const text = texts?.find((one) => readDecimal(one.trim()) === null);
    if (text !== undefined) return { tool, text };
  }
  return null;
}
