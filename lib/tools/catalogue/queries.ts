import { LINT_EDITION } from "@/gateway/lint/finding";
import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { countsOf } from "../finding-counts";
import { lintStored } from "../lint-results";
import { ruleRatingOf } from "../queries";
import type { Proposal, ToolOverride, ToolVersionView } from "../types";
import { type ToolFilter, toolList } from "./list";
import type { FindingCounts, ToolChoices, ToolCounts, ToolRow, ToolView } from "./types";

const DESCRIPTION_HEAD = 300;
const VERSIONS_MAX = 200;
/** Counting stops here; the page then shows "more than 10,000". */
export const COUNTED_MAX = 10_000;
const CHOICES_MAX = 500;

const NONE: FindingCounts = { warnings: 0, remarks: 0 };

/** Gateways (alias `g`) in scope: the gateway itself, or those that serve a tenant of the scope. */
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
  rank: number;
  catalogueRisk: RiskWord | null;
  catalogueConfirmation: boolean | null;
  overridden: boolean;
  overrideRisk: RiskWord | null;
  overrideConfirmation: boolean | null;
  tenantOverridden: boolean;
  tenantOverrideRisk: RiskWord | null;
  tenantOverrideConfirmation: boolean | null;
  ruleRisk: RiskWord | null;
  ruleConfirmation: boolean | null;
  ruleName: string | null;
  tenantOverrides: number;
  redefined: boolean;
  readOnlyHint: boolean | null;
  destructiveHint: boolean | null;
  warnings: number | null;
  remarks: number | null;
  category: string | null;
  impact: string | null;
  proposal: (Omit<Proposal, "at"> & { at: string }) | null;
  updatedAt: Date;
};

/**
 * The scope's tools as table `s`: the rating for the tenant (null: for all) and `rank`:
 * contradictions, other mismatches, unrated, the rest. The rank repeats `mismatchOf` of
 * lib/tools/hints.ts.
 */
const standing = (scope: Scope, tenantId: string | null) => Prisma.sql`
  from (
    select t.id, t.gateway_id, g.name as gateway, t.provider, t.name, t.version, t.risk as catalogue_risk,
           t.requires_confirmation, t.updated_at, v.description, v.read_only_hint,
           v.destructive_hint, l.warnings, l.remarks, o.id as override_id, o.risk as override_risk,
           o.requires_confirmation as override_confirmation, p.id as tenant_override_id, p.risk as tenant_override_risk,
           p.requires_confirmation as tenant_override_confirmation, e.risk, t.rule_risk, t.rule_confirmation, t.rule_name,
           e.risk is not null and e.said is null as by_rule, ${redefined(scope, tenantId)} as redefined,
           q.id as proposal_id, q.risk as proposed_risk, q.requires_confirmation as proposed_confirmation, q.proposed_at,
           coalesce(t.our_category, t.category) as category, coalesce(t.our_impact, t.impact) as impact,
           case when e.risk = 'low' and v.destructive_hint then 0
                when e.risk in ('high', 'critical') and v.destructive_hint is not true then
                  case when v.read_only_hint or not v.destructive_hint then 0 else 1 end
                when e.risk is null then 2
                else 3 end as rank
    from tools t
    join gateways g on g.id = t.gateway_id
    join tool_versions v on v.tool_id = t.id and v.version = t.version
    left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
    left join tool_ratings p on p.tool_id = t.id and p.tenant_id = ${tenantId}::uuid
    left join tool_proposals q on q.tool_id = t.id and q.dismissed_at is null
    cross join lateral (
      select coalesce(p.risk, o.risk, t.risk) as said, coalesce(p.risk, o.risk, t.risk, t.rule_risk) as risk) e
    left join lateral (select v.warnings, v.remarks where v.lint_edition = ${LINT_EDITION}::int) l on true
    where ${gatewayInScope(scope)}) s`;

/**
 * Whether the definition changed since a person rated the tool for all or for the shown tenant
 * (null: any in scope).
 */
function redefined(scope: Scope, tenantId: string | null): Prisma.Sql {
  const tenants = tenantId === null ? [...scope.tenants] : [tenantId];
  return Prisma.sql`exists (
    select 1 from tool_ratings d where d.tool_id = t.id and d.tool_version < t.version
      and (d.tenant_id is null or d.tenant_id = any(${tenants}::uuid[])))`;
}

const columns = (scope: Scope) => Prisma.sql`
  s.id, s.gateway_id as "gatewayId", s.gateway as "gatewayName", s.provider, s.name, s.description, s.version, s.rank,
  s.catalogue_risk::text as "catalogueRisk", s.requires_confirmation as "catalogueConfirmation",
  s.override_id is not null as overridden, s.override_risk::text as "overrideRisk",
  s.override_confirmation as "overrideConfirmation", s.tenant_override_id is not null as "tenantOverridden",
  s.tenant_override_risk::text as "tenantOverrideRisk", s.tenant_override_confirmation as "tenantOverrideConfirmation",
  s.rule_risk::text as "ruleRisk", s.rule_confirmation as "ruleConfirmation", s.rule_name as "ruleName",
  (select count(*) from tool_ratings r where r.tool_id = s.id and r.tenant_id = any(${[...scope.tenants]}::uuid[]))::int
    as "tenantOverrides",
  s.redefined, s.read_only_hint as "readOnlyHint", s.destructive_hint as "destructiveHint", s.warnings, s.remarks,
  s.category, s.impact, s.updated_at as "updatedAt",
  case when s.proposal_id is not null then json_build_object('id', s.proposal_id, 'risk', s.proposed_risk,
    'requiresConfirmation', s.proposed_confirmation, 'at', s.proposed_at) end as proposal`;

type ToolPage = { rows: ToolRow[]; nextCursor: string | null };

/**
 * A page of the catalogue: contradictions, other mismatches, unrated, the rest; each by provider
 * and name.
 * @param tenantId whose ratings are shown; null: those for all
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listTools(
  scope: Scope,
  filter: ToolFilter,
  tenantId: string | null = null,
  limit: number = PAGE_LIMIT_DEFAULT,
): Promise<ToolPage> {
  const after = toolList.cursor.read(filter.cursor);
  const { rows, counts } = await readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<CatalogueRow[]>`
      select ${columns(scope)} ${standing(scope, tenantId)}
      where ${viewCondition(filter)} ${conditions(filter)}
      ${after ? Prisma.sql`and (s.rank, s.provider, s.name, s.id) > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]}::uuid)` : Prisma.empty}
      order by s.rank, s.provider, s.name, s.id limit ${limit + 1}`;
    return { rows, counts: await countsIn(tx, rows) };
  });
  const page = toolList.cursor.page(rows, limit, (row) => [row.rank, row.provider, row.name, row.id]);
  return {
    ...page,
    rows: page.rows.map((row) => toolRow(row, DESCRIPTION_HEAD, counts.get(row.id) ?? NONE)),
  };
}

/** How many tools each view has under the other filters, in one reading. */
export async function countTools(
  scope: Scope,
  filter: ToolFilter,
  tenantId: string | null = null,
): Promise<ToolCounts> {
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<(Omit<ToolCounts, "capped"> & { counted: number })[]>`
      select count(*)::int as "all", count(*)::int as counted, (count(*) filter (where rank <= 1))::int as mismatch,
             (count(*) filter (where proposal_id is not null))::int as proposed,
             (count(*) filter (where risk is null))::int as unrated, (count(*) filter (where by_rule))::int as "by-rule",
             (count(*) filter (where redefined))::int as redefined,
             (count(*) filter (where coalesce(warnings + remarks, 1) > 0))::int as findings
      from (select s.rank, s.risk, s.warnings, s.remarks, s.proposal_id, s.by_rule, s.redefined ${standing(scope, tenantId)} where true ${conditions(filter)}
            limit ${COUNTED_MAX + 1}) counted`,
  );
  if (!row)
    return {
      all: 0,
      proposed: 0,
      mismatch: 0,
      unrated: 0,
      "by-rule": 0,
      redefined: 0,
      findings: 0,
      capped: false,
    };
  const { counted, ...counts } = row;
  return { ...counts, capped: counted > COUNTED_MAX };
}

export function listToolChoices(scope: Scope): Promise<ToolChoices> {
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<ToolChoices[]>`
      with mine as (
        select g.name as gateway, t.provider, coalesce(t.our_category, t.category) as category
        from tools t join gateways g on g.id = t.gateway_id where ${gatewayInScope(scope)})
      select array(select distinct gateway from mine order by 1 limit ${CHOICES_MAX}) as gateways,
             array(select distinct provider from mine order by 1 limit ${CHOICES_MAX}) as providers,
             array(select distinct category from mine where category is not null order by 1 limit ${CHOICES_MAX}) as categories`;
    return row ?? { gateways: [], providers: [], categories: [] };
  });
}

function viewCondition({ view }: ToolFilter): Prisma.Sql {
  if (view === "proposed") return Prisma.sql`s.proposal_id is not null`;
  if (view === "mismatch") return Prisma.sql`s.rank <= 1`;
  if (view === "unrated") return Prisma.sql`s.risk is null`;
  if (view === "redefined") return Prisma.sql`s.redefined`;
  if (view === "by-rule") return Prisma.sql`s.by_rule`;
  return view === "findings" ? Prisma.sql`coalesce(s.warnings + s.remarks, 1) > 0` : Prisma.sql`true`;
}

function conditions(filter: ToolFilter): Prisma.Sql {
  const { provider, gateway, risk, category, q } = filter;
  const parts = [
    provider === undefined ? null : Prisma.sql`s.provider = ${provider}`,
    gateway === undefined ? null : Prisma.sql`s.gateway = ${gateway}`,
    risk === undefined ? null : Prisma.sql`coalesce(s.risk, 'medium') = ${risk}::risk`,
    category === undefined ? null : Prisma.sql`s.category = ${category}`,
    // Matches the name, or words of the name or description in any order.
    ...(q ?? "")
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (part) =>
          Prisma.sql`strpos(lower(s.provider || '/' || s.name || ' ' || s.description), lower(${part})) > 0`,
      ),
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(given, " and ")}`;
}

function toolRow(row: CatalogueRow, descriptionMax: number, findings: FindingCounts): ToolRow {
  const rating = (there: boolean, risk: RiskWord | null, requiresConfirmation: boolean | null) =>
    there ? { risk, requiresConfirmation } : null;
  return {
    id: row.id,
    gateway: { id: row.gatewayId, name: row.gatewayName },
    provider: row.provider,
    name: row.name,
    description: row.description.slice(0, descriptionMax).toWellFormed(),
    version: row.version,
    standing: {
      catalogue: { risk: row.catalogueRisk, requiresConfirmation: row.catalogueConfirmation },
      override: rating(row.overridden, row.overrideRisk, row.overrideConfirmation),
      tenantOverride: rating(row.tenantOverridden, row.tenantOverrideRisk, row.tenantOverrideConfirmation),
      rule: ruleRatingOf(row),
    },
    hints: { readOnly: row.readOnlyHint, destructive: row.destructiveHint },
    findings,
    tenantOverrides: row.tenantOverrides,
    redefined: row.redefined,
    impact: row.impact,
    category: row.category,
    proposal: row.proposal && { ...row.proposal, at: new Date(row.proposal.at) },
    updatedAt: row.updatedAt,
  };
}

async function countsIn(tx: Tx, rows: readonly CatalogueRow[]): Promise<Map<string, FindingCounts>> {
  const due = rows.filter(({ warnings }) => warnings === null).map(({ id }) => id);
  const made = due.length === 0 ? [] : (await lintStored(tx, due)).map(countsOf);
  const known = rows.map(({ id, warnings, remarks }) => ({
    id,
    warnings: warnings ?? 0,
    remarks: remarks ?? 0,
  }));
  return new Map([...known, ...made].map(({ id, warnings, remarks }) => [id, { warnings, remarks }]));
}

/**
 * One tool with its newest definition, findings, and overrides in scope. Its standing is the one
 * for all tenants.
 * @throws DomainError NOT_FOUND, also for a tool of a foreign gateway
 */
export function getTool(scope: Scope, id: string): Promise<ToolView> {
  return read(scope, async (tx) => {
    const [row] = isId(id)
      ? await tx.$queryRaw<CatalogueRow[]>`
          select ${columns(scope)} ${standing(scope, null)} where s.id = ${id}::uuid`
      : [];
    if (!row) throw noSuchTool();
    const [definition] = await versionsOf(tx, id, 1);
    const tool = await tx.tool.findUniqueOrThrow({ where: { id } });
    if (!definition) throw new Error(`the tool ${id} has no version`);
    return {
      ...toolRow(row, row.description.length, (await countsIn(tx, [row])).get(row.id) ?? NONE),
      theirs: { impact: tool.impact, category: tool.category },
      ours: { impact: tool.ourImpact, category: tool.ourCategory },
      definition,
      overrides: await overridesOf(tx, scope, id),
      tenants: await tenantsServed(tx, scope, row.gatewayId),
      createdAt: tool.createdAt,
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
           r.requires_confirmation as "requiresConfirmation", u.name as "ratedBy", r.rated_at as "ratedAt",
           r.tool_version as version
    from tool_ratings r left join tenants t on t.id = r.tenant_id left join users u on u.id = r.rated_by
    where (r.tenant_id is null or r.tenant_id = any(${[...scope.tenants]}::uuid[])) and r.tool_id = ${toolId}::uuid
    order by t.key nulls first`;
  return rows.map(({ tenantId, tenantKey, ...override }) => ({
    ...override,
    tenant: tenantId === null ? null : { id: tenantId, key: tenantKey ?? "" },
  }));
}

function tenantsServed(tx: Tx, scope: Scope, gatewayId: string): Promise<ToolView["tenants"]> {
  return tx.$queryRaw`
    select t.id, t.key, t.name from gateway_tenants gt join tenants t on t.id = gt.tenant_id
    where gt.tenant_id = any(${[...scope.tenants]}::uuid[]) and gt.gateway_id = ${gatewayId}::uuid order by t.key`;
}
