import { readList, type Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { RATIONALE_MAX } from "@/lib/core/limits";
import type { SystemScope } from "@/lib/core/scope";
import { LINTED_MAX } from "@/lib/tools/findings/types";
import { type Described, PURPOSE_DAYS, PURPOSES_CALLS_MIN, type Said } from "./types";

const TOOLS_JUDGED = 200;
// Newest calls of one tool to read, and to judge after removing repetitions.
const CALLS_READ = 300;
const CALLS_JUDGED = 100;
// Tools of the same provider to compare with, by name.
const BESIDE_MAX = 300;
const TOOLS_TOGETHER = 20;
// Longer descriptions are cut. The purpose is at the beginning.
const DESCRIPTION_CHARS = 2_000;

export type PurposeTool = Described & {
  gatewayId: string;
  provider: string;
  version: number;
  since: Date;
  calls: number;
};

export type PurposeFacts = { tool: PurposeTool; beside: PurposeTool[]; said: Said[] };

async function readPurposeTools(scope: SystemScope): Promise<{ all: PurposeTool[]; judged: PurposeTool[] }> {
  const [tenantId = ""] = scope.tenants;
  const all = await readList(scope, (tx) => toolsOf(tx, tenantId));
  const judged = all
    .filter(({ calls, description }) => calls >= PURPOSES_CALLS_MIN && description.trim() !== "")
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, TOOLS_JUDGED);
  return { all, judged };
}

/**
 * Tools with counts by name; tools with the same name share them. The calls themselves are assigned
 * later.
 */
function toolsOf(tx: Tx, tenantId: string): Promise<PurposeTool[]> {
  return tx.$queryRaw`
    with called as materialized (
      select c.name, sum(c.calls)::int as calls from tool_call_counts c
      where c.tenant_id = ${tenantId}::uuid and c.kind = 'tool'
        and c.day > (now() at time zone 'UTC')::date - ${PURPOSE_DAYS}::int
      group by c.name)
    select t.id, t.gateway_id as "gatewayId", t.provider, t.name, t.version, left(v.description, ${DESCRIPTION_CHARS}::int) as description,
           greatest(v.created_at, now() - make_interval(days => ${PURPOSE_DAYS}::int)) as since, coalesce(c.calls, 0) as calls
    from tools t
    join tool_versions v on v.tool_id = t.id and v.version = t.version
    left join called c on c.name = t.name
    where exists (select 1 from gateway_tenants s where s.gateway_id = t.gateway_id and s.tenant_id = ${tenantId}::uuid)
    order by t.provider, t.name, t.id limit ${LINTED_MAX}::int`;
}

export async function* readPurposes(scope: SystemScope): AsyncGenerator<PurposeFacts> {
  const { all, judged } = await readPurposeTools(scope);
  for (let at = 0; at < judged.length; at += TOOLS_TOGETHER) {
    const tools = judged.slice(at, at + TOOLS_TOGETHER);
    const said = await readList(scope, (tx) => saidOf(tx, scope.tenants[0] ?? "", tools));
    for (const tool of tools) {
      const beside = all
        .filter(
          ({ id, gatewayId, provider }) =>
            id !== tool.id && gatewayId === tool.gatewayId && provider === tool.provider,
        )
        .slice(0, BESIDE_MAX);
      yield { tool, beside, said: withoutRepetitions(said.get(tool.id) ?? []) };
    }
  }
}

/**
 * The newest calls since the current description. A call without a provider counts for its tool's
 * name.
 */
async function saidOf(tx: Tx, tenantId: string, tools: readonly PurposeTool[]): Promise<Map<string, Said[]>> {
  const asked = tools.map(({ id, gatewayId, provider, name, since }) => ({
    ...{ id, gateway: gatewayId, provider, name, since: since.toISOString() },
  }));
  const rows = await tx.$queryRaw<(Said & { toolId: string })[]>`
    select k.id as "toolId", a.id as "callId", a.occurred_at as "occurredAt", a.session_id as session, a.rationale
    from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, gateway uuid, provider text, name text, since timestamptz)
    cross join lateral (
      select c.id, c.occurred_at, c.session_id, left(c.rationale, ${RATIONALE_MAX}::int) as rationale from tool_calls c
      where c.tenant_id = ${tenantId}::uuid and c.tool = k.name and c.gateway_id = k.gateway and c.occurred_at >= k.since
        and (c.provider is null or c.provider = k.provider) and c.rationale is not null
      order by c.occurred_at desc, c.id desc limit ${CALLS_READ}::int) a`;
  const said = new Map<string, Said[]>();
  for (const { toolId, ...one } of rows) said.set(toolId, [...(said.get(toolId) ?? []), one]);
  return said;
}

function withoutRepetitions(said: readonly Said[]): Said[] {
  const told = new Map<string, Said>();
  for (const one of said) {
    const key = JSON.stringify([one.session ?? one.callId, one.rationale.trim().toLowerCase()]);
    if (!told.has(key)) told.set(key, one);
  }
  return [...told.values()].slice(0, CALLS_JUDGED);
}
