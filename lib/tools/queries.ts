import "server-only";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { NamedRuleRating, RuleRating } from "./by-rule/types";
import { type EffectiveRisk, type Rating, resolveRisk, type Standing, stricter } from "./rating";

/** The refusal for a gateway that is not there or not in the scope. */
export function noSuchGateway(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such gateway among those you may see. Check its name.");
}

/** The tenant of a one-tenant credential, for its overrides; null with several. */
export function onlyTenant(scope: Scope): string | null {
  return scope.tenants.length === 1 ? (scope.tenants[0] ?? null) : null;
}

export type RatedRow = {
  id: string;
  provider: string;
  name: string;
  version: number;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  overrideId: string | null;
  overrideRisk: RiskWord | null;
  overrideConfirmation: boolean | null;
  tenantOverrideId: string | null;
  tenantOverrideRisk: RiskWord | null;
  tenantOverrideConfirmation: boolean | null;
  ruleRisk: RiskWord | null;
  ruleConfirmation: boolean | null;
  ruleName: string | null;
};

/**
 * SQL for a tool with its rating and both overrides in one row, so that lists need no query per
 * tool.
 */
const ratedTools = (tenant: Prisma.Sql) => Prisma.sql`
  select t.id, t.provider, t.name, t.version, t.risk::text as risk, t.requires_confirmation as "requiresConfirmation",
         o.id as "overrideId", o.risk::text as "overrideRisk", o.requires_confirmation as "overrideConfirmation",
         p.id as "tenantOverrideId", p.risk::text as "tenantOverrideRisk",
         p.requires_confirmation as "tenantOverrideConfirmation", t.rule_risk::text as "ruleRisk",
         t.rule_confirmation as "ruleConfirmation", t.rule_name as "ruleName"
  from tools t
  left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
  left join tool_ratings p on p.tool_id = t.id and p.tenant_id = ${tenant}`;

export const ratedToolOf = (tool: Prisma.Sql, tenant: Prisma.Sql) =>
  Prisma.sql`${ratedTools(tenant)} where t.id = ${tool}`;

const onlyOf = (tenantId: string | null) => ratedTools(Prisma.sql`${tenantId}::uuid`);

type CallColumns = { gateway: Prisma.Sql; tenant: Prisma.Sql; provider: Prisma.Sql; name: Prisma.Sql };

/** Every tool a call may mean with its ratings, as JSON, for use in a larger statement. */
export function candidatesOf({ gateway, tenant, provider, name }: CallColumns): Prisma.Sql {
  return Prisma.sql`(
    select json_agg(candidate order by candidate.provider) from (${ratedTools(tenant)}
      where t.gateway_id = ${gateway} and t.name = ${name} and (${provider} is null or t.provider = ${provider})) candidate)`;
}

/** The catalogued tool of a call (null if unknown) and its effective risk. */
export type ToolForCall = EffectiveRisk & {
  tool: { id: string; provider: string; name: string; version: number } | null;
};

/**
 * The tool of a call and its effective risk. Without a provider, the strictest tool of that name
 * counts.
 * @param candidates from `candidatesOf`, null if there are none
 * @param rule the rule's rating for the name, for a call without candidates
 */
export function toolForCall(
  candidates: readonly RatedRow[] | null,
  requestRisk: RiskWord | null,
  rule: RuleRating | null = null,
): ToolForCall {
  const unknown = { catalogue: null, override: null, tenantOverride: null, requestRisk, rule };
  return (candidates ?? [])
    .map((row) => withRisk(row, requestRisk))
    .reduce<ToolForCall>(
      (strictest, candidate) =>
        strictest.tool === null || stricter(candidate, strictest) ? candidate : strictest,
      { tool: null, ...resolveRisk(unknown) },
    );
}

/** A tool and its effective risk, for the policy snapshot and registration answers. */
export type EffectiveRating = EffectiveRisk & {
  id: string;
  provider: string;
  name: string;
  version: number;
};

/**
 * All tools of a gateway with their effective risk for a tenant (null: for all), in one statement.
 */
export async function listEffectiveRatings(
  tx: Tx,
  gatewayId: string,
  tenantId: string | null,
): Promise<EffectiveRating[]> {
  const rows = await tx.$queryRaw<RatedRow[]>`
    ${onlyOf(tenantId)} where t.gateway_id = ${gatewayId}::uuid order by t.provider, t.name`;
  return rows.map((row) => {
    const { tool, ...risk } = withRisk(row, null);
    return { ...tool, ...risk };
  });
}

/** A statement for one tool with its rating and both overrides, a `RatedRow`. */
export function ratedTool(toolId: string, tenantId: string): Prisma.Sql {
  return Prisma.sql`${onlyOf(tenantId)} where t.id = ${toolId}::uuid`;
}

/** Ratings of a tool for the tenant; a rule only without others. */
type Ratings = Pick<EffectiveRisk, "catalogueRisk" | "overrideRisk"> & {
  byRule: { risk: RiskWord; name: string } | null;
};

/** What the gateway, people or a rule say of a tool's risk, as it holds for the tenant. */
export function ratingsOf(row: RatedRow | null): Ratings {
  if (!row) return { catalogueRisk: null, overrideRisk: null, byRule: null };
  const { catalogueRisk, overrideRisk, risk, source } = withRisk(row, null);
  return {
    catalogueRisk,
    overrideRisk,
    byRule: source === "rule" ? { risk, name: row.ruleName ?? "" } : null,
  };
}

function withRisk(row: RatedRow, requestRisk: RiskWord | null) {
  const { id, provider, name, version } = row;
  return { tool: { id, provider, name, version }, ...resolveRisk({ ...standingOf(row), requestRisk }) };
}

/** All that is said of a tool's risk, of its columns. */
export function standingOf(row: Omit<RatedRow, "id" | "provider" | "name" | "version">): Standing {
  const { risk, requiresConfirmation } = row;
  return {
    catalogue: { risk, requiresConfirmation },
    override: ratingOf(row.overrideId, row.overrideRisk, row.overrideConfirmation),
    tenantOverride: ratingOf(row.tenantOverrideId, row.tenantOverrideRisk, row.tenantOverrideConfirmation),
    rule: ruleRatingOf(row),
  };
}

/** What a rule says of a tool, of its columns. */
export function ruleRatingOf({
  ruleRisk: risk,
  ruleConfirmation: requiresConfirmation,
  ruleName: name,
}: Pick<RatedRow, "ruleRisk" | "ruleConfirmation" | "ruleName">): NamedRuleRating | null {
  return risk === null || requiresConfirmation === null || name === null
    ? null
    : { risk, requiresConfirmation, name };
}

function ratingOf(
  id: string | null,
  risk: RiskWord | null,
  requiresConfirmation: boolean | null,
): Rating | null {
  return id === null ? null : { risk, requiresConfirmation };
}
