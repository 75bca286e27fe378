import { type ActivityEntry, changeEntry, recordActivities, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { RiskWord } from "@/lib/core/risk";
import { NO_TENANT, type SystemScope, type UserScope } from "@/lib/core/scope";
import { noSuchTenant } from "@/lib/tenants/queries";
import { assertMayAdminister, assertMayAdministerAll } from "@/lib/tenants/rules";
import { gatewayInScope, noSuchTool } from "./catalogue/queries";
import { sameOverride } from "./rating";
import type { DescribeTool } from "./schema";
import type { ConfirmRating, Override, RatedTool, RateTool, RateTools, RatingChange } from "./types";

/**
 * Sets a person's override for one tenant or (`tenantId` null) for all. It can raise or lower; both
 * halves null remove it.
 * @throws DomainError FORBIDDEN, NOT_FOUND for a tool or tenant outside the scope
 */
export async function rateTool(scope: UserScope | SystemScope, rating: RateTool): Promise<void> {
  const { toolId, tenantId, risk, requiresConfirmation } = rating;
  const to = risk === null && requiresConfirmation === null ? null : { risk, requiresConfirmation };
  const [rated] = await rateTools(scope, { tenantId, changes: [{ toolId, to }] });
  if (rated?.outcome !== "rated") throw noSuchTool();
}

/**
 * Sets overrides of several tools in one transaction. Skips and reports tools that another person
 * rated since. Waiting calls keep their risk.
 * @throws DomainError FORBIDDEN, NOT_FOUND for a tenant outside the scope
 */
export async function rateTools(
  scope: UserScope | SystemScope,
  { tenantId, changes, undo = false }: RateTools,
): Promise<RatedTool[]> {
  assertMayRate(scope, tenantId);
  return change(scope, async (tx) => {
    const { rated, deeds } = await rateToolsIn(tx, scope, { tenantId, changes, undo });
    await recordActivities(tx, scope, deeds);
    return rated;
  });
}

/**
 * The same inside a larger action that writes the audit entries.
 * @throws DomainError FORBIDDEN, NOT_FOUND for a tenant outside the scope
 */
export async function rateToolsIn(
  tx: Tx,
  scope: UserScope | SystemScope,
  { tenantId, changes, undo = false }: RateTools,
): Promise<{ rated: RatedTool[]; deeds: ActivityEntry[] }> {
  assertMayRate(scope, tenantId);
  const tools = await ratableTools(tx, tenantId, changes);
  const rated = changes.map((one) => judge(one, tools.get(one.toolId)));
  const done = rated.filter(({ outcome }) => outcome === "rated");
  await storeOverrides(
    tx,
    scope,
    tenantId,
    done.map((one) => ({ ...one, version: versionOf(one.toolId, tools, changes) })),
  );
  const deeds = done.map(({ toolId, override }) => {
    const tool = tools.get(toolId);
    const [before, after] = [overrideOf(tool) ?? NO_OVERRIDE, override ?? NO_OVERRIDE];
    return changeEntry("tool.rated", before, after, {
      subject: { kind: "tool", id: toolId, tenantId: tenantId ?? undefined },
      facts: { provider: tool?.provider, tool: tool?.name, ...(undo ? { undo } : {}) },
    });
  });
  return { rated, deeds };
}

function assertMayRate(scope: UserScope | SystemScope, tenantId: string | null): void {
  if (tenantId === null) assertMayAdministerAll(scope, "rate a tool for every tenant");
  else assertMayAdminister(scope, "rate tools");
  if (tenantId !== null && !(isId(tenantId) && (scope.unlimited || scope.tenants.includes(tenantId))))
    throw noSuchTenant(tenantId);
}

/** The definition that a rating is for: the newest, or an earlier one for a restored rating. */
function versionOf(
  toolId: string,
  tools: ReadonlyMap<string, Ratable>,
  changes: readonly RatingChange[],
): number {
  const newest = tools.get(toolId)?.version ?? 1;
  return Math.min(changes.find((change) => change.toolId === toolId)?.version ?? newest, newest);
}

/**
 * Confirms a person's rating for the changed definition, or withdraws the confirmation.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if the rating or the definition changed
 * meanwhile
 */
export async function confirmRating(
  scope: UserScope,
  { toolId, tenantId, from, version, undo = false }: ConfirmRating,
): Promise<void> {
  assertMayRate(scope, tenantId);
  await change(scope, async (tx) => {
    const tool = (await ratableTools(tx, tenantId, [{ toolId, to: null }])).get(toolId);
    if (!tool) throw noSuchTool();
    const newest = undo ? from : version;
    const confirmed =
      tool.version === newest
        ? await tx.toolRating.updateMany({
            where: { tenantId, toolId, toolVersion: from },
            data: { toolVersion: version },
          })
        : { count: 0 };
    if (confirmed.count === 0) throw ratedMeanwhile();
    await recordChange(
      tx,
      scope,
      "tool.rating_confirmed",
      { version: from },
      { version },
      {
        subject: { kind: "tool", id: toolId, tenantId: tenantId ?? undefined },
        facts: { provider: tool.provider, tool: tool.name, ...(undo ? { undo } : {}) },
      },
    );
  });
}

function ratedMeanwhile(): DomainError {
  return new DomainError(
    "STALE_VIEW",
    "The rating or the definition changed since this page was read. Nothing was recorded; read the page again.",
  );
}

type Ratable = {
  id: string;
  provider: string;
  name: string;
  version: number;
  served: boolean;
  overridden: boolean;
  ratedVersion: number | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  by: string | null;
};

/**
 * The tools with their current overrides, locked in a fixed order, so that concurrent ratings are
 * sequential.
 */
async function ratableTools(
  tx: Tx,
  tenantId: string | null,
  changes: readonly RatingChange[],
): Promise<Map<string, Ratable>> {
  const ids = changes.map(({ toolId }) => toolId).filter(isId);
  await tx.$queryRaw`select 1 from tools where id = any(${ids}::uuid[]) order by id for update`;
  const rows = await tx.$queryRaw<Ratable[]>`
    select t.id, t.provider, t.name, t.version, r.id is not null as overridden, r.risk::text as risk,
           r.tool_version as "ratedVersion",
           r.requires_confirmation as "requiresConfirmation", u.name as by,
           exists (select 1 from gateway_tenants gt where gt.tenant_id = ${tenantId}::uuid and gt.gateway_id = t.gateway_id)
             as served
    from tools t
    left join tool_ratings r on r.tool_id = t.id and r.tenant_id is not distinct from ${tenantId}::uuid
    left join users u on u.id = r.rated_by
    where t.id = any(${ids}::uuid[])`;
  // A tenant rates only tools of gateways that serve it.
  return new Map(rows.filter((row) => tenantId === null || row.served).map((row) => [row.id, row]));
}

function judge({ toolId, to, seen }: RatingChange, tool: Ratable | undefined): RatedTool {
  if (!tool) return { toolId, outcome: "gone", override: null, by: null, was: null };
  const was = tool.ratedVersion;
  const present = overrideOf(tool);
  if (seen !== undefined && !sameOverride(seen, present))
    return { toolId, outcome: "stale", override: present, by: tool.by, was };
  return { toolId, outcome: "rated", override: to, by: null, was };
}

function overrideOf(tool: Ratable | undefined): Override {
  return tool?.overridden ? { risk: tool.risk, requiresConfirmation: tool.requiresConfirmation } : null;
}

const NO_OVERRIDE = { risk: null, requiresConfirmation: null };

async function storeOverrides(
  tx: Tx,
  scope: UserScope | SystemScope,
  tenantId: string | null,
  done: readonly (RatedTool & { version: number })[],
): Promise<void> {
  const ratedBy = scope.actor.kind === "user" ? scope.actor.id : NO_TENANT;
  const ids = done.map(({ toolId }) => toolId);
  await tx.toolRating.deleteMany({ where: { tenantId, toolId: { in: ids } } });
  await tx.toolRating.createMany({
    data: done.flatMap(({ toolId, override, version: toolVersion }) =>
      override === null ? [] : [{ id: newId(), toolId, tenantId, ratedBy, toolVersion, ...override }],
    ),
  });
}

/**
 * Sets people's description of a tool for all tenants. It survives registrations; null returns to
 * the gateway's words.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function describeTool(
  scope: UserScope,
  { toolId, impact, category }: DescribeTool,
): Promise<void> {
  assertMayAdministerAll(scope, "describe tools");
  await change(scope, async (tx) => {
    const locked = isId(toolId)
      ? await tx.$queryRaw<unknown[]>`
          select 1 from tools t join gateways g on g.id = t.gateway_id
          where ${gatewayInScope(scope)} and t.id = ${toolId}::uuid for update of t`
      : [];
    if (locked.length === 0) throw noSuchTool();
    const before = await tx.tool.findUniqueOrThrow({ where: { id: toolId } });
    const data = { ourImpact: impact, ourCategory: category };
    const after = await tx.tool.update({ where: { id: toolId }, data });
    const facts = { provider: before.provider, tool: before.name };
    await recordChange(tx, scope, "tool.described", before, after, { facts });
  });
}
