import type { ToolKey } from "@/lib/calls/of-tool/types";
import { databaseNow } from "@/lib/core/clock";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { serializeJson } from "@/lib/core/json/raw";
import type { RiskWord } from "@/lib/core/risk";
import type { SystemScope } from "@/lib/core/scope";
import { placesIn } from "@/lib/tools/lint";
import { standingRisk } from "@/lib/tools/rating";
import { listToolStandings } from "../boundaries/queries";
import { EVENTS_MAX } from "../boundaries/types";
import { heldOf } from "./hold-facts";
import { readRefused } from "./refusal-facts";
import type { ToolFigures } from "./rules";
import { RATE_DAYS, RETIRE_DAYS, RETIRE_USED_SHARE_MIN, SUGGESTION_DAYS } from "./types";

// Per tenant, by provider and name. The rest of a larger catalogue is skipped.
const TOOLS_LOOKED_AT = 2_000;
const SWITCHED_ROWS = 50_000;

type Tool = {
  id: string;
  gatewayId: string;
  provider: string;
  name: string;
  version: number;
  createdAt: Date;
  risk: RiskWord | null;
  allRisk: RiskWord | null;
  tenantRisk: RiskWord | null;
  ruleRisk: RiskWord | null;
  ruleName: string | null;
};

type Days = { calls: string; unused: string; held: string; now: number };

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function daysOf(tx: Tx): Promise<Days> {
  const now = (await databaseNow(tx)).getTime();
  const back = (days: number) => dayOf(now - (days - 1) * DAY_MS);
  return { calls: back(SUGGESTION_DAYS), unused: back(RETIRE_DAYS), held: back(RATE_DAYS), now };
}

/**
 * The figures of all tools that serve the one tenant of the scope, in a few statements however many
 * there are.
 */
export async function readFigures(scope: SystemScope): Promise<ToolFigures[]> {
  const [tenantId = ""] = scope.tenants;
  const tools = await readList(scope, (tx) => toolsOf(tx, tenantId));
  if (tools.length === 0) return [];
  const keys = tools.map(({ id, gatewayId, provider, name }) => ({ id, gatewayId, provider, name }));
  const standings = await standingsOf(scope, keys, tenantId);
  const days = await readList(scope, daysOf);
  const { refused, schemas } = await readRefused(scope, tools, days.calls);
  return readList(scope, async (tx) => {
    const uses = await usesOf(tx, tenantId, days);
    const switches = await switchesOf(tx, tenantId, days.calls);
    const untouched = await untouchedOf(tx, tenantId, tools, days);
    const held = await heldOf(tx, tenantId, days.held);
    const beside = besides(tools, untouched, uses.calls);
    return tools.map((tool) => ({
      toolId: tool.id,
      since: days.calls,
      boundaries: standings.get(tool.id) ?? null,
      attempts: uses.attempts.get(keyOf(tool)) ?? NONE,
      switches: switches.get(keyOf(tool)) ?? [],
      refused: refused.get(tool.id) ?? [],
      places: placesIn(schemas.get(tool.id) ?? "{}"),
      unused: untouched.has(tool.id) ? unusedOf(tool, beside.get(besideOf(tool)) ?? NOBODY, days) : null,
      rating: ratingOf(tool),
      approvals: held.get(tool.id) ?? null,
    }));
  });
}

/** Reads more events for tools that could be split, because their text gives the count. */
async function standingsOf(scope: SystemScope, keys: readonly ToolKey[], tenantId: string) {
  const all = await listToolStandings(scope, keys, tenantId);
  const warned = keys.filter(({ id }) => all.get(id)?.split);
  if (warned.length === 0) return all;
  return new Map([...all, ...(await listToolStandings(scope, warned, tenantId, EVENTS_MAX))]);
}

const NONE = { all: 0, ended: 0, worked: 0, abandoned: 0 };

type Keyed = { gatewayId: string; provider: string; name: string };

const keyOf = ({ gatewayId, provider, name }: Keyed) => JSON.stringify([gatewayId, provider, name]);

const besideOf = ({ gatewayId, provider }: Keyed) => JSON.stringify([gatewayId, provider]);

function toolsOf(tx: Tx, tenantId: string): Promise<Tool[]> {
  return tx.$queryRaw`
    select t.id, t.gateway_id as "gatewayId", t.provider, t.name, t.version, t.created_at as "createdAt", t.risk::text as risk,
           o.risk::text as "allRisk", p.risk::text as "tenantRisk", t.rule_risk::text as "ruleRisk", t.rule_name as "ruleName"
    from tools t
    left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
    left join tool_ratings p on p.tool_id = t.id and p.tenant_id = ${tenantId}::uuid
    where exists (select 1 from gateway_tenants s where s.gateway_id = t.gateway_id and s.tenant_id = ${tenantId}::uuid)
    order by t.provider, t.name, t.id limit ${TOOLS_LOOKED_AT}::int`;
}

function ratingOf({ risk, allRisk, tenantRisk, ruleRisk, ruleName }: Tool): ToolFigures["rating"] {
  const own = (word: RiskWord | null) => ({ risk: word, requiresConfirmation: null });
  const rule = ruleRisk && { risk: ruleRisk, name: ruleName ?? "" };
  const { risk: effective } = standingRisk({
    catalogue: own(risk),
    override: own(allRisk),
    tenantOverride: own(tenantRisk),
    rule: rule && { ...rule, requiresConfirmation: false },
  });
  return { rated: tenantRisk ?? allRisk ?? risk, effective, rule };
}

type Uses = { attempts: Map<string, ToolFigures["attempts"]>; calls: Map<string, number> };

async function usesOf(tx: Tx, tenantId: string, days: Days): Promise<Uses> {
  const rows = await tx.$queryRaw<
    (Keyed & { all: number; referred: number; worked: number; abandoned: number; calls: number })[]
  >`
    with u as (
      select u.gateway_id, u.provider, u.tool, u.day >= ${days.calls}::date as counts, u.groups, u.referred, u.worked, u.abandoned,
             u.ok + u.caller + u.failed + u.boundary + u.governance + u.extrinsic as calls
      from tool_use_days u where u.tenant_id = ${tenantId}::uuid and u.kind = 'all' and u.day >= ${days.unused}::date)
    select gateway_id as "gatewayId", provider, tool as name, coalesce(sum(groups) filter (where counts), 0)::int as all,
           coalesce(sum(referred) filter (where counts), 0)::int as referred,
           coalesce(sum(worked) filter (where counts), 0)::int as worked,
           coalesce(sum(abandoned) filter (where counts), 0)::int as abandoned, sum(calls)::int as calls
    from u group by 1, 2, 3`;
  const calls = new Map<string, number>();
  for (const row of rows) calls.set(besideOf(row), (calls.get(besideOf(row)) ?? 0) + row.calls);
  const attempts = rows.map(({ all, referred, worked, abandoned, ...key }) => {
    return [keyOf(key), { all, ended: all - referred, worked, abandoned }] as const;
  });
  return { attempts: new Map(attempts), calls };
}

type Switch = ToolFigures["switches"][number];

async function switchesOf(tx: Tx, tenantId: string, since: string): Promise<Map<string, Switch[]>> {
  const rows = await tx.$queryRaw<(Keyed & Switch)[]>`
    select g.gateway_id as "gatewayId", g.provider, g.tool as name, g.next_tool as "to", count(*)::int as switched,
           count(distinct g.session_id)::int as sessions
    from (
      select a.gateway_id, a.provider, a.tool, a.next_tool, a.session_id from attempt_groups a
      where a.tenant_id = ${tenantId}::uuid and a.ended = 'switched' and a.next_tool is not null
        and a.occurred_at >= ${since}::date::timestamp at time zone 'UTC'
      order by a.occurred_at desc, a.id desc limit ${SWITCHED_ROWS}::int) g
    group by 1, 2, 3, 4 order by switched desc, "to"`;
  const found = new Map<string, Switch[]>();
  for (const { to, switched, sessions, ...key } of rows)
    found.set(keyOf(key), [...(found.get(keyOf(key)) ?? []), { to, switched, sessions }]);
  return found;
}

/**
 * Tools without calls or held calls in the tenant, by name. Tools with the same name share counts,
 * so that none counts as unused by mistake. The newest calls reach the counts before the sums.
 */
async function untouchedOf(
  tx: Tx,
  tenantId: string,
  tools: readonly Tool[],
  { unused, now }: Days,
): Promise<Set<string>> {
  const names = tools
    .filter(({ createdAt }) => now - createdAt.getTime() >= RETIRE_DAYS * DAY_MS)
    .map(({ id, name }) => ({ id, name }));
  if (names.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with lately as materialized (
      select distinct c.name from tool_call_counts c
      where c.tenant_id = ${tenantId}::uuid and c.day >= ${unused}::date and c.kind = 'tool')
    select k.id from json_to_recordset(${serializeJson(names)}::json) as k(id uuid, name text)
    where not exists (select 1 from lately l where l.name = k.name)
      and not exists (select 1 from tool_use_days u where u.tenant_id = ${tenantId}::uuid and u.tool = k.name)
      and not exists (select 1 from approvals a where a.tenant_id = ${tenantId}::uuid and a.tool = k.name)`;
  return new Set(rows.map(({ id }) => id));
}

type Beside = { calls: number; tools: number; used: number };

const NOBODY: Beside = { calls: 0, tools: 0, used: 0 };

function besides(
  tools: readonly Tool[],
  untouched: ReadonlySet<string>,
  calls: ReadonlyMap<string, number>,
): Map<string, Beside> {
  const found = new Map<string, Beside>();
  for (const tool of tools) {
    const key = besideOf(tool);
    const one = found.get(key) ?? { ...NOBODY, calls: calls.get(key) ?? 0 };
    found.set(key, { ...one, tools: one.tools + 1, used: one.used + (untouched.has(tool.id) ? 0 : 1) });
  }
  return found;
}

function unusedOf(
  { createdAt }: Tool,
  { calls, tools, used }: Beside,
  { unused, now }: Days,
): ToolFigures["unused"] {
  const days = Math.floor((now - createdAt.getTime()) / DAY_MS);
  const alone = used >= RETIRE_USED_SHARE_MIN * tools;
  return { days, advertised: dayOf(createdAt.getTime()), neighbours: calls, alone, since: unused };
}
