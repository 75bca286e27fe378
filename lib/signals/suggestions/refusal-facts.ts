import type { ToolKey } from "@/lib/calls/of-tool/types";
import { readList, type Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { SystemScope } from "@/lib/core/scope";
import type { RefusedField } from "./rules";
import { TIGHTEN_CALLS_MIN } from "./types";

// Newest refusals of each tool: enough to find repetitions.
const REFUSED_ROWS = 500;

// Tools per statement, so that no statement takes long.
const TOOLS_AT_ONCE = 250;

const VALUES_KEPT = 5;

type RefusingTool = ToolKey & { version: number };

type Refused = { refused: Map<string, RefusedField[]>; schemas: Map<string, string> };

/**
 * Refusals by current definitions of the tenant's tools since a UTC day, and their schemas, by
 * tool.
 */
export async function readRefused(
  scope: SystemScope,
  tools: readonly RefusingTool[],
  since: string,
): Promise<Refused> {
  const [tenantId = ""] = scope.tenants;
  const all: Refused = { refused: new Map(), schemas: new Map() };
  for (let at = 0; at < tools.length; at += TOOLS_AT_ONCE)
    await readList(scope, async (tx) => {
      const refused = await refusedOf(tx, tenantId, tools.slice(at, at + TOOLS_AT_ONCE), since);
      for (const [id, fields] of refused) all.refused.set(id, fields);
      for (const [id, text] of await schemasOf(tx, [...refused.keys()])) all.schemas.set(id, text);
    });
  return all;
}

/** Refusals by field under current definitions, by tool, with the most frequent values. */
async function refusedOf(
  tx: Tx,
  tenantId: string,
  tools: readonly RefusingTool[],
  since: string,
): Promise<Map<string, RefusedField[]>> {
  const asked = tools.map(({ id, gatewayId, provider, name, version }) => {
    return { id, gateway: gatewayId, provider, name, version };
  });
  const rows = await tx.$queryRaw<(RefusedField & { id: string })[]>`
    with f as materialized (
      select k.id, f.spot, f.path, f.keyword, f.value, f.session_id, f.allowed
      from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, gateway uuid, provider text, name text, version int)
      cross join lateral (
        select r.spot, r.path, r.keyword, r.value, r.session_id, r.allowed from tool_refusals r
        where r.tenant_id = ${tenantId}::uuid and r.tool = k.name and r.gateway_id = k.gateway and r.provider = k.provider
          and r.version = k.version and r.keyword <> 'lost' and r.path is not null
          and r.occurred_at >= ${since}::date::timestamp at time zone 'UTC'
        order by r.occurred_at desc, r.call_id desc limit ${REFUSED_ROWS}::int) f),
    spots as (
      select id, spot, path, keyword, count(*)::int as calls, count(distinct session_id)::int as sessions, max(allowed) as allowed
      from f group by 1, 2, 3, 4 having count(*) >= ${TIGHTEN_CALLS_MIN}::int),
    sent as (
      select id, spot, value, count(*)::int as calls, row_number() over (partition by id, spot order by count(*) desc, value) as place
      from f where value is not null group by 1, 2, 3)
    select s.*, coalesce((
        select json_agg(json_build_object('value', v.value, 'calls', v.calls) order by v.place) from sent v
        where v.id = s.id and v.spot = s.spot and v.place <= ${VALUES_KEPT}::int), '[]') as values
    from spots s order by s.calls desc, s.spot`;
  const found = new Map<string, RefusedField[]>();
  for (const { id, ...field } of rows) found.set(id, [...(found.get(id) ?? []), field]);
  return found;
}

async function schemasOf(tx: Tx, toolIds: readonly string[]): Promise<Map<string, string>> {
  if (toolIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; text: string }[]>`
    select t.id, v.input_schema as text from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    where t.id = any(${[...toolIds]}::uuid[])`;
  return new Map(rows.map(({ id, text }) => [id, text]));
}
