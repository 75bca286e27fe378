import type { ToolKey } from "@/lib/calls/of-tool/types";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { listToolStandings } from "../boundaries/queries";
import { type CountsOfTools, countsOfTools } from "./counts";
import { type HealthFilter, healthList } from "./list";
import { addedCounts, healthOf, lowerMillionths, NO_CALLS, stateRank, worstFirst } from "./rules";
import {
  type Counted,
  HEALTH_TOOLS_MAX,
  type Health,
  type HealthReport,
  type ProviderHealth,
  type ToolHealth,
} from "./types";

type Named = Pick<ToolHealth, "id" | "gateway" | "provider" | "name">;

type Narrowed = Pick<HealthFilter, "provider" | "gateway">;

const tenantsOf = (scope: Scope, tenantId: string | null) =>
  tenantId === null ? [...scope.tenants] : scope.tenants.filter((id) => id === tenantId);

/** What became of lately made calls of these tools. */
export async function listHealthCounts(
  scope: Scope,
  tenantId: string | null,
  tools: readonly Pick<ToolKey, "provider" | "name">[],
): Promise<CountsOfTools> {
  return (await readList(scope, (tx) => countsOfTools(tx, tenantsOf(scope, tenantId), tools))).of;
}

const keyOf = ({ id, gateway, provider, name }: Named): ToolKey => ({
  id,
  gatewayId: gateway.id,
  provider,
  name,
});

/**
 * Health of one tool, by provider if others share its name.
 * @param tool provider null: unknown; a shared name then has no data
 * @param repeated whether several sessions found its results of little use
 * @param tenantId whose calls count; null: all in scope
 */
export async function getToolHealth(
  scope: Scope,
  { name, provider }: Pick<ToolKey, "name"> & { provider: string | null },
  repeated: boolean,
  tenantId: string | null = null,
): Promise<Health & Counted & { since: string }> {
  const tool = { name, provider: provider ?? "" };
  const { since, of } = await readList(scope, (tx) => countsOfTools(tx, tenantsOf(scope, tenantId), [tool]));
  const { counts, ...whose } = of(tool);
  const isTold = provider !== null || !whose.byProvider;
  return { ...healthOf(isTold ? counts : NO_CALLS, repeated), ...whose, since };
}

/**
 * Health of the tools in scope and of their providers, worst first.
 * @param tenantId whose calls count; null: all in scope
 */
export async function getHealthReport(
  scope: Scope,
  filter: Narrowed,
  tenantId: string | null = null,
): Promise<HealthReport> {
  const { tools, judged, since, of } = await readList(scope, async (tx) => {
    const found = await toolsOf(tx, scope, filter);
    const first = found.slice(0, HEALTH_TOOLS_MAX);
    const became = await countsOfTools(tx, tenantsOf(scope, tenantId), first);
    return { tools: found, judged: first, ...became };
  });
  const standings = await listToolStandings(scope, judged.map(keyOf), tenantId);
  const isRepeated = ({ id }: Named) => standings.get(id)?.utility.repeated ?? false;
  return {
    since,
    tools: judged
      .map((tool) => {
        const { counts, ...whose } = of(tool);
        return { ...tool, ...whose, ...healthOf(counts, isRepeated(tool)) };
      })
      .sort(worstFirst),
    providers: providersOf(judged, of),
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

/** From failures alone. A name on several gateways counts once. */
function providersOf(tools: readonly Named[], of: CountsOfTools): ProviderHealth[] {
  const byProvider = new Map<string, Set<string>>();
  for (const { provider, name } of tools)
    byProvider.set(provider, (byProvider.get(provider) ?? new Set()).add(name));
  return [...byProvider]
    .map(([provider, names]) => {
      const all = [...names].map((name) => of({ provider, name }).counts).reduce(addedCounts, NO_CALLS);
      return { provider, tools: names.size, ...healthOf(all, false) };
    })
    .sort(
      (a, b) =>
        stateRank(a.state) - stateRank(b.state) || b.lower - a.lower || (a.provider < b.provider ? -1 : 1),
    );
}

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
