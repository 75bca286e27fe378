import type { ToolKey } from "@/lib/calls/of-tool/types";
import type { Outcome } from "@/lib/calls/types";
import type { Tx } from "@/lib/core/db";
import { NO_CALLS, withCalls } from "./rules";
import { type CountedCalls, HEALTH_DAYS, type HealthCounts } from "./types";

/** A tool as agents know it. Gateways that list the same tool share its calls. */
type Identity = Pick<ToolKey, "provider" | "name">;

export type CountsOfTools = (tool: Identity) => CountedCalls;

type CountsSince = { since: string; of: CountsOfTools };

/**
 * Recent outcomes from stored counts, so a busy tool costs no more. If only one provider has the
 * name, all its calls count. Otherwise a call needs the provider, or a gateway with one tool of the
 * name.
 */
export async function countsOfTools(
  tx: Tx,
  tenants: readonly string[],
  tools: readonly Identity[],
): Promise<CountsSince> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const { since, counts, namesakes: serving } = await countsByName(tx, tenants, names);
  const byName = new Map<string, HealthCounts>();
  for (const { name, outcome, calls } of counts)
    byName.set(name, withCalls(byName.get(name) ?? NO_CALLS, outcome, calls));
  const shared = new Set([...serving, ...severalHave(tools)]);
  const byTool = await countsByTool(tx, { tenants, since, names: [...shared] });
  const of: CountsOfTools = ({ provider, name }) => {
    if (!shared.has(name))
      return { counts: byName.get(name) ?? NO_CALLS, byProvider: false, withoutProvider: 0 };
    const nobodys = byTool.get(keyOf({ provider: "", name })) ?? NO_CALLS;
    const { ok, caller, tool, extrinsic, boundary } = nobodys;
    return {
      counts: byTool.get(keyOf({ provider, name })) ?? NO_CALLS,
      byProvider: true,
      withoutProvider: ok + caller + tool + extrinsic + boundary,
    };
  };
  return { since, of };
}

function severalHave(tools: readonly Identity[]): string[] {
  const providers = new Map(tools.map(({ name, provider }) => [name, provider]));
  return tools.filter(({ name, provider }) => providers.get(name) !== provider).map(({ name }) => name);
}

const keyOf = ({ provider, name }: Identity) => JSON.stringify([provider, name]);

type ByName = {
  since: string;
  counts: { name: string; outcome: Outcome; calls: number }[];
  namesakes: string[];
};

async function countsByName(tx: Tx, tenants: readonly string[], names: readonly string[]): Promise<ByName> {
  const [row] = await tx.$queryRaw<ByName[]>`
    with s as (select (statement_timestamp() at time zone 'UTC')::date - ${HEALTH_DAYS - 1}::int as day)
    select s.day::text as since,
      (select coalesce(json_agg(c), '[]') from (
        select c.name, c.outcome, sum(c.calls)::int as calls from tool_call_counts c
        where c.tenant_id = any(${[...tenants]}::uuid[]) and c.day >= (select day from s) and c.kind = 'tool'
          and c.name = any(${[...names]}::text[])
        group by c.name, c.outcome having sum(c.calls) > 0) c) as counts,
      array(
        select t.name from tools t
        where t.name = any(${[...names]}::text[]) and exists (
          select 1 from gateway_tenants s where s.gateway_id = t.gateway_id and s.tenant_id = any(${[...tenants]}::uuid[]))
        group by t.name having count(distinct t.provider) > 1) as namesakes
    from s`;
  if (!row) throw new Error("the database returned no counts");
  return row;
}

type ClassRow = Identity & HealthCounts;

/**
 * Counts by provider and name from the worker, a minute or two late. The provider is empty if
 * unknown.
 */
async function countsByTool(tx: Tx, of: Of): Promise<Map<string, HealthCounts>> {
  if (of.names.length === 0) return new Map();
  const rows = await tx.$queryRaw<ClassRow[]>`
    select u.provider, u.tool as name, sum(u.ok)::int as ok, sum(u.caller)::int as caller, sum(u.failed)::int as tool,
           sum(u.boundary)::int as boundary, sum(u.governance)::int as governance, sum(u.extrinsic)::int as extrinsic,
           sum(u.low_use)::int as "lowUtility"
    from tool_use_days u
    where u.tenant_id = any(${[...of.tenants]}::uuid[]) and u.tool = any(${[...of.names]}::text[]) and u.kind = 'all'
      and u.day >= ${of.since}::date
    group by 1, 2`;
  return new Map(rows.map(({ provider, name, ...known }) => [keyOf({ provider, name }), known]));
}

type Of = { tenants: readonly string[]; since: string; names: readonly string[] };
