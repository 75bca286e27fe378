import { databaseNow } from "@/lib/core/clock";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { listToolStandings } from "../boundaries/queries";
import type { ToolKey } from "../of-tool/types";
import type { Outcome } from "../types";
import { type HealthFilter, healthList } from "./list";
import { addedCounts, healthOf, lowerMillionths, NO_CALLS, stateRank, withCalls, worstFirst } from "./rules";
import {
  HEALTH_DAYS,
  HEALTH_TOOLS_MAX,
  type Health,
  type HealthCounts,
  type HealthReport,
  type ProviderHealth,
  type ToolHealth,
} from "./types";

type Named = Pick<ToolHealth, "id" | "gateway" | "provider" | "name">;

type Narrowed = Pick<HealthFilter, "provider" | "gateway">;

/** The first day that counts, by the database's clock. */
async function sinceDay(tx: Tx): Promise<string> {
  const now = (await databaseNow(tx)).getTime();
  return new Date(now - (HEALTH_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** What became of calls since a day, by the name of their tool, of these names, from the counts that are kept: a busy tool costs no more. */
async function countsByName(
  tx: Tx,
  tenants: readonly string[],
  since: string,
  names: readonly string[],
): Promise<Map<string, HealthCounts>> {
  const rows = await tx.$queryRaw<{ name: string; outcome: Outcome; calls: number }[]>`
    select c.name, c.outcome, sum(c.calls)::int as calls from tool_call_counts c
    where c.tenant_id = any(${[...tenants]}::uuid[]) and c.day >= ${since}::date and c.kind = 'tool'
      and c.name = any(${[...new Set(names)]}::text[])
    group by c.name, c.outcome having sum(c.calls) > 0`;
  const counts = new Map<string, HealthCounts>();
  for (const row of rows)
    counts.set(row.name, withCalls(counts.get(row.name) ?? NO_CALLS, row.outcome, row.calls));
  return counts;
}

const tenantsOf = (scope: Scope, tenantId: string | null) =>
  tenantId === null ? [...scope.tenants] : scope.tenants.filter((id) => id === tenantId);

/** What became of lately made calls of tools of these names, by name. */
export function listHealthByName(
  scope: Scope,
  tenantId: string | null,
  names: readonly string[],
): Promise<Map<string, HealthCounts>> {
  return readList(scope, async (tx) =>
    countsByName(tx, tenantsOf(scope, tenantId), await sinceDay(tx), names),
  );
}

/** Of these names, those of tools of several providers: calls are counted by name, so nothing of them is one tool's own. */
export async function listNamesakes(
  scope: Scope,
  tenantId: string | null,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<{ name: string }[]>`
      select t.name from tools t
      where t.name = any(${[...names]}::text[]) and exists (
        select 1 from gateway_tenants s
        where s.gateway_id = t.gateway_id and s.tenant_id = any(${tenantsOf(scope, tenantId)}::uuid[]))
      group by t.name having count(distinct t.provider) > 1`,
  );
  return new Set(rows.map(({ name }) => name));
}

const keyOf = ({ id, gateway, provider, name }: Named): ToolKey => ({
  id,
  gatewayId: gateway.id,
  provider,
  name,
});

/**
 * The health of one tool, in one statement; its calls are counted by its name.
 * @param repeated whether several sessions found its results of little use
 * @param tenant whose calls count, by its key; all in scope without it
 */
export async function getToolHealth(
  scope: Scope,
  { name }: Pick<ToolKey, "name">,
  repeated: boolean,
  tenant?: string,
): Promise<Health & { since: string }> {
  const of =
    tenant === undefined
      ? Prisma.empty
      : Prisma.sql`and c.tenant_id = (select t.id from tenants t where t.key = ${tenant})`;
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<{ since: string; outcome: Outcome | null; calls: number | null }[]>`
      with began as (select (now() at time zone 'UTC')::date - ${HEALTH_DAYS - 1}::int as day)
      select began.day::text as since, c.outcome, c.calls from began left join lateral (
        select c.outcome, sum(c.calls)::int as calls from tool_call_counts c
        where c.tenant_id = any(${[...scope.tenants]}::uuid[]) ${of} and c.day >= began.day and c.kind = 'tool'
          and c.name = ${name}
        group by c.outcome having sum(c.calls) > 0) c on true`,
  );
  const counts = rows.reduce(
    (sum, { outcome, calls }) => (outcome && calls ? withCalls(sum, outcome, calls) : sum),
    NO_CALLS,
  );
  return { ...healthOf(counts, repeated), since: rows[0]?.since ?? "" };
}

/**
 * The health of the tools in scope and of their providers, the worst first.
 * @param tenantId whose calls count; null: all in scope
 */
export async function getHealthReport(
  scope: Scope,
  filter: Narrowed,
  tenantId: string | null = null,
): Promise<HealthReport> {
  const { tools, judged, since, counts } = await readList(scope, async (tx) => {
    const from = await sinceDay(tx);
    const found = await toolsOf(tx, scope, filter);
    const first = found.slice(0, HEALTH_TOOLS_MAX);
    const names = first.map(({ name }) => name);
    const became = await countsByName(tx, tenantsOf(scope, tenantId), from, names);
    return { tools: found, judged: first, since: from, counts: became };
  });
  const standings = await listToolStandings(scope, judged.map(keyOf), tenantId);
  const isRepeated = ({ id }: Named) => standings.get(id)?.utility.repeated ?? false;
  return {
    since,
    tools: judged
      .map((tool) => ({ ...tool, ...healthOf(counts.get(tool.name) ?? NO_CALLS, isRepeated(tool)) }))
      .sort(worstFirst),
    providers: providersOf(judged, counts),
    cut: tools.length > HEALTH_TOOLS_MAX,
  };
}

async function toolsOf(tx: Tx, scope: Scope, { provider, gateway }: Narrowed): Promise<Named[]> {
  const rows = await tx.$queryRaw<
    { id: string; gatewayId: string; gatewayName: string; provider: string; name: string }[]
  >`
    select t.id, g.id as "gatewayId", g.name as "gatewayName", t.provider, t.name
    from tools t join gateways g on g.id = t.gateway_id
    where ${gatewayInScope(scope)}
      ${provider === undefined ? Prisma.empty : Prisma.sql`and t.provider = ${provider}`}
      ${gateway === undefined ? Prisma.empty : Prisma.sql`and g.name = ${gateway}`}
    order by t.provider, t.name, t.id limit ${HEALTH_TOOLS_MAX + 1}::int`;
  return rows.map(({ id, gatewayId, gatewayName, provider: of, name }) => ({
    id,
    gateway: { id: gatewayId, name: gatewayName },
    provider: of,
    name,
  }));
}

/** By what failed alone; names that several gateways have are counted once. */
function providersOf(tools: readonly Named[], counts: ReadonlyMap<string, HealthCounts>): ProviderHealth[] {
  const byProvider = new Map<string, Set<string>>();
  for (const { provider, name } of tools)
    byProvider.set(provider, (byProvider.get(provider) ?? new Set()).add(name));
  return [...byProvider]
    .map(([provider, names]) => {
      const all = [...names].map((name) => counts.get(name) ?? NO_CALLS).reduce(addedCounts, NO_CALLS);
      return { provider, tools: names.size, ...healthOf(all, false) };
    })
    .sort(
      (a, b) =>
        stateRank(a.state) - stateRank(b.state) || b.lower - a.lower || (a.provider < b.provider ? -1 : 1),
    );
}

/** A page of a report. */
export function healthPage(
  report: HealthReport,
  { state, cursor }: Pick<HealthFilter, "state" | "cursor">,
  limit: number,
): { rows: ToolHealth[]; nextCursor: string | null } {
  const after = healthList.cursor.read(cursor);
  const rows = report.tools
    .filter((tool) => state === undefined || tool.state === state)
    .filter((tool) => after === null || isAfter(tool, after));
  return healthList.cursor.page(rows.slice(0, limit + 1), limit, placeOf);
}

type Place = [rank: number, millionths: number, provider: string, name: string, id: string];

const placeOf = (tool: ToolHealth): Place => [
  stateRank(tool.state),
  lowerMillionths(tool),
  tool.provider,
  tool.name,
  tool.id,
];

function isAfter(tool: ToolHealth, [rank, millionths, ...names]: Readonly<Place>): boolean {
  const [ownRank, ownMillionths, ...own] = placeOf(tool);
  if (ownRank !== rank) return ownRank > rank;
  if (ownMillionths !== millionths) return ownMillionths < millionths;
  const differs = own.findIndex((text, at) => text !== names[at]);
  return differs >= 0 && (own[differs] ?? "") > (names[differs] ?? "");
}
