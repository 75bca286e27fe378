import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { ToolKey } from "../of-tool/types";
import type { Outcome } from "../types";
import { NO_CALLS, withCalls } from "./rules";
import type { CountedCalls, HealthCounts } from "./types";

/** A tool as agents know it: gateways that list the same one share its calls. */
type Identity = Pick<ToolKey, "provider" | "name">;

/** What became of the calls of some tools. */
export type CountsOfTools = (tool: Identity) => CountedCalls;

/**
 * What became of tools' calls since a day, from the counts that are kept: a busy tool costs no more. All calls of a name are the
 * tool's where one provider alone has it; else those that name its provider, or whose gateway has one tool of the name.
 */
export async function countsOfTools(
  tx: Tx,
  tenants: readonly string[],
  since: string,
  tools: readonly Identity[],
): Promise<CountsOfTools> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const byName = await countsByName(tx, tenants, since, names);
  const shared = await namesakesAmong(tx, tenants, names);
  const byTool = await countsByTool(tx, tenants, since, [...shared]);
  return ({ provider, name }) => {
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
}

const keyOf = ({ provider, name }: Identity) => JSON.stringify([provider, name]);

/** By the name of their tool, of these names. */
async function countsByName(
  tx: Tx,
  tenants: readonly string[],
  since: string,
  names: readonly string[],
): Promise<Map<string, HealthCounts>> {
  const rows = await tx.$queryRaw<{ name: string; outcome: Outcome; calls: number }[]>`
    select c.name, c.outcome, sum(c.calls)::int as calls from tool_call_counts c
    where c.tenant_id = any(${[...tenants]}::uuid[]) and c.day >= ${since}::date and c.kind = 'tool'
      and c.name = any(${[...names]}::text[])
    group by c.name, c.outcome having sum(c.calls) > 0`;
  const counts = new Map<string, HealthCounts>();
  for (const row of rows)
    counts.set(row.name, withCalls(counts.get(row.name) ?? NO_CALLS, row.outcome, row.calls));
  return counts;
}

/** Of these names, those of tools of several providers of these tenants. */
async function namesakesAmong(
  tx: Tx,
  tenants: readonly string[],
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    select t.name from tools t
    where t.name = any(${[...names]}::text[]) and exists (
      select 1 from gateway_tenants s where s.gateway_id = t.gateway_id and s.tenant_id = any(${[...tenants]}::uuid[]))
    group by t.name having count(distinct t.provider) > 1`;
  return new Set(rows.map(({ name }) => name));
}

type ClassRow = Identity & Omit<HealthCounts, "lowUtility">;

/** By provider and name as the worker told calls to tools, a minute or two behind; provider is empty where none can be told. */
async function countsByTool(
  tx: Tx,
  tenants: readonly string[],
  since: string,
  names: readonly string[],
): Promise<Map<string, HealthCounts>> {
  const counts = new Map<string, HealthCounts>();
  if (names.length === 0) return counts;
  const of = { tenants: [...tenants], since, names };
  const rows = await tx.$queryRaw<ClassRow[]>`
    select u.provider, u.tool as name, sum(u.ok)::int as ok, sum(u.caller)::int as caller, sum(u.failed)::int as tool,
           sum(u.boundary)::int as boundary, sum(u.governance)::int as governance, sum(u.extrinsic)::int as extrinsic
    from tool_use_days u
    where u.tenant_id = any(${of.tenants}::uuid[]) and u.tool = any(${names}::text[]) and u.kind = 'all'
      and u.day >= ${since}::date
    group by 1, 2`;
  for (const { provider, name, ...classes } of rows)
    counts.set(keyOf({ provider, name }), { ...classes, lowUtility: 0 });
  for (const { provider, name, calls } of await lowUseByTool(tx, of)) {
    const known = counts.get(keyOf({ provider, name }));
    if (known) counts.set(keyOf({ provider, name }), { ...known, lowUtility: calls });
  }
  return counts;
}

type Of = { tenants: readonly string[]; since: string; names: readonly string[] };

/** Calls of little use, from the index that holds what tools say of themselves. */
function lowUseByTool(tx: Tx, { tenants, since, names }: Of): Promise<(Identity & { calls: number })[]> {
  const places = tenants.flatMap((tenant) => names.map((name) => ({ tenant, name })));
  return tx.$queryRaw<(Identity & { calls: number })[]>`
    select coalesce(a.provider, p.provider, '') as provider, k.name, count(*)::int as calls
    from json_to_recordset(${serializeJson(places)}::json) as k(tenant uuid, name text)
    join tool_calls a on a.tenant_id = k.tenant and a.tool = k.name and a.outcome in ('wrong_tool_boundary', 'low_utility')
      and a.outcome = 'low_utility' and a.occurred_at >= (${since}::date::timestamp at time zone 'UTC')
    left join lateral (
      select min(t.provider) as provider from tools t where t.gateway_id = a.gateway_id and t.name = a.tool
      having count(distinct t.provider) = 1) p on true
    group by 1, 2`;
}
