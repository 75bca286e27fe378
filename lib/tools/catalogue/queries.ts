import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { RiskWord } from "@/lib/core/wire";
import { Prisma } from "@/lib/generated/prisma/client";
import { lintDefinition } from "../lint/rules";
import { resolveRisk } from "../rules";
import type { ListTools, ToolOverride, ToolRow, ToolVersionView, ToolView } from "../schema";
import { toolCursor, toolPlace } from "./rules";

// A description's head, for lists.
const DESCRIPTION_HEAD = 300;
const VERSIONS_MAX = 200;

/** Which gateways (alias `g`) a scope may see: its own, or those that serve one of its tenants. */
export function gatewayInScope(scope: Scope): Prisma.Sql {
  if (scope.actor.kind === "gateway") return Prisma.sql`g.id = ${scope.actor.id}::uuid`;
  if (scope.unlimited) return Prisma.sql`true`;
  return Prisma.sql`exists (select 1 from gateway_tenants gt
    where gt.tenant_id = any(${[...scope.tenants]}::uuid[]) and gt.gateway_id = g.id)`;
}

type CatalogueRow = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  provider: string;
  name: string;
  description: string;
  version: number;
  catalogueRisk: RiskWord | null;
  catalogueConfirmation: boolean | null;
  overridden: boolean;
  overrideRisk: RiskWord | null;
  overrideConfirmation: boolean | null;
  tenantOverrides: number;
  category: string | null;
  impact: string | null;
  updatedAt: Date;
};

const catalogue = (scope: Scope) => Prisma.sql`
  select t.id, t.gateway_id as "gatewayId", g.name as "gatewayName", t.provider, t.name, v.description, t.version,
         t.risk::text as "catalogueRisk", t.requires_confirmation as "catalogueConfirmation",
         o.id is not null as overridden, o.risk::text as "overrideRisk", o.requires_confirmation as "overrideConfirmation",
         (select count(*) from tool_ratings r where r.tool_id = t.id and r.tenant_id = any(${[...scope.tenants]}::uuid[]))::int
           as "tenantOverrides",
         t.category, t.impact, t.updated_at as "updatedAt"
  from tools t
  join gateways g on g.id = t.gateway_id
  join tool_versions v on v.tool_id = t.id and v.version = t.version
  left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
  where ${gatewayInScope(scope)}`;

/**
 * A page of the catalogue by provider and name.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listTools(
  scope: Scope,
  filter: ListTools,
): Promise<{ rows: ToolRow[]; nextCursor: string | null }> {
  const after = filter.cursor === undefined ? null : toolPlace(filter.cursor);
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<CatalogueRow[]>`
      ${catalogue(scope)} ${conditions(filter)}
      ${after ? Prisma.sql`and (t.provider, t.name, t.id) > (${after.provider}, ${after.name}, ${after.id}::uuid)` : Prisma.empty}
      order by t.provider, t.name, t.id limit ${filter.limit + 1}`,
  );
  const page = rows.slice(0, filter.limit).map((row) => toolRow(row, DESCRIPTION_HEAD));
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > page.length && last ? toolCursor(last) : null };
}

function conditions(filter: ListTools): Prisma.Sql {
  const parts = [
    filter.provider === undefined ? null : Prisma.sql`t.provider = ${filter.provider}`,
    filter.gateway === undefined ? null : Prisma.sql`g.name = ${filter.gateway}`,
    filter.risk === undefined
      ? null
      : Prisma.sql`coalesce(o.risk::text, t.risk::text, 'medium') = ${filter.risk}`,
    filter.q === undefined ? null : Prisma.sql`strpos(lower(t.name), lower(${filter.q})) > 0`,
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(given, " and ")}`;
}

function toolRow(row: CatalogueRow, descriptionMax: number): ToolRow {
  const effective = resolveRisk({
    catalogue: { risk: row.catalogueRisk, requiresConfirmation: row.catalogueConfirmation },
    override: row.overridden
      ? { risk: row.overrideRisk, requiresConfirmation: row.overrideConfirmation }
      : null,
    tenantOverride: null,
    requestRisk: null,
  });
  return {
    id: row.id,
    gateway: { id: row.gatewayId, name: row.gatewayName },
    provider: row.provider,
    name: row.name,
    description: row.description.slice(0, descriptionMax).toWellFormed(),
    version: row.version,
    risk: effective.risk,
    riskSource: effective.source,
    requiresConfirmation: effective.requiresConfirmation,
    catalogueRisk: row.catalogueRisk,
    overrideRisk: row.overrideRisk,
    tenantOverrides: row.tenantOverrides,
    category: row.category,
    updatedAt: row.updatedAt,
  };
}

/**
 * One tool with its newest definition, its findings and the overrides in scope.
 * @throws DomainError NOT_FOUND, the same for a tool of a foreign gateway as for none
 */
export function getTool(scope: Scope, id: string): Promise<ToolView> {
  return read(scope, async (tx) => {
    const [row] = isId(id)
      ? await tx.$queryRaw<CatalogueRow[]>`${catalogue(scope)} and t.id = ${id}::uuid`
      : [];
    if (!row) throw noSuchTool();
    const [definition] = await versionsOf(tx, id, 1);
    if (!definition) throw new Error(`the tool ${id} has no version`);
    return {
      ...toolRow(row, row.description.length),
      impact: row.impact,
      definition,
      findings: lintDefinition({ name: row.name, ...definition }),
      overrides: await overridesOf(tx, scope, id),
    };
  });
}

/** The refusal for a tool that is not there or not in the scope. */
export function noSuchTool(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such tool among those you may see. Nothing was done.");
}

/**
 * A tool's definitions, newest first, at most 200.
 * @throws DomainError NOT_FOUND
 */
export function listToolVersions(scope: Scope, id: string): Promise<ToolVersionView[]> {
  return read(scope, async (tx) => {
    const [row] = isId(id)
      ? await tx.$queryRaw<unknown[]>`
          select 1 from tools t join gateways g on g.id = t.gateway_id where ${gatewayInScope(scope)} and t.id = ${id}::uuid`
      : [];
    if (!row) throw noSuchTool();
    return versionsOf(tx, id, VERSIONS_MAX);
  });
}

async function versionsOf(tx: Tx, toolId: string, take: number): Promise<ToolVersionView[]> {
  const versions = await tx.toolVersion.findMany({ where: { toolId }, orderBy: { version: "desc" }, take });
  return versions.map((row) => ({
    version: row.version,
    description: row.description,
    inputSchemaText: row.inputSchema,
    outputSchemaText: row.outputSchema,
    annotationsText: row.annotations,
    createdAt: row.createdAt,
  }));
}

type OverrideRow = Omit<ToolOverride, "tenant"> & { tenantId: string | null; tenantKey: string | null };

async function overridesOf(tx: Tx, scope: Scope, toolId: string): Promise<ToolOverride[]> {
  const rows = await tx.$queryRaw<OverrideRow[]>`
    select r.tenant_id as "tenantId", t.key as "tenantKey", r.risk::text as risk,
           r.requires_confirmation as "requiresConfirmation", u.name as "ratedBy", r.rated_at as "ratedAt"
    from tool_ratings r left join tenants t on t.id = r.tenant_id left join users u on u.id = r.rated_by
    where (r.tenant_id is null or r.tenant_id = any(${[...scope.tenants]}::uuid[])) and r.tool_id = ${toolId}::uuid
    order by t.key nulls first`;
  return rows.map(({ tenantId, tenantKey, ...override }) => ({
    ...override,
    tenant: tenantId === null ? null : { id: tenantId, key: tenantKey ?? "" },
  }));
}
