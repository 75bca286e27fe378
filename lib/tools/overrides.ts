import { read } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { ruleRatingOf } from "./queries";
import { resolveRisk } from "./rating";
import { OVERRIDES_MAX, RATABLE_MAX, type RatableTool, type TenantOverride } from "./types";

type Rating<P extends string> = { [K in `${P}Risk`]: RiskWord | null } & {
  [K in `${P}Confirmation`]: boolean | null;
};

type Stored = Pick<TenantOverride, "toolId" | "gateway" | "provider" | "name" | "by" | "at"> &
  Rating<"catalogue"> &
  Rating<"override"> &
  Rating<"own"> &
  Rating<"rule"> & { overridden: boolean; ruleName: string | null };

const inScope = (scope: Scope, tenantId: string) =>
  scope.unlimited || scope.tenants.includes(tenantId) ? Prisma.sql`true` : Prisma.sql`false`;

/**
 * Tools that a tenant of the scope rates differently from the rating for all, by provider and name.
 */
export async function listTenantOverrides(scope: Scope, tenantId: string): Promise<TenantOverride[]> {
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<Stored[]>`
      select t.id as "toolId", g.name as gateway, t.provider, t.name, u.name as by, r.rated_at as at,
             t.risk::text as "catalogueRisk", t.requires_confirmation as "catalogueConfirmation",
             o.id is not null as overridden, o.risk::text as "overrideRisk", o.requires_confirmation as "overrideConfirmation",
             r.risk::text as "ownRisk", r.requires_confirmation as "ownConfirmation", t.rule_risk::text as "ruleRisk",
             t.rule_confirmation as "ruleConfirmation", t.rule_name as "ruleName"
      from tool_ratings r
      join tools t on t.id = r.tool_id
      join gateways g on g.id = t.gateway_id
      left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
      left join users u on u.id = r.rated_by
      where r.tenant_id = ${tenantId}::uuid and ${inScope(scope, tenantId)}
      order by t.provider, t.name, t.id limit ${OVERRIDES_MAX}`,
  );
  return rows.map(({ toolId, gateway, provider, name, by, at, ...row }) => {
    const { risk, requiresConfirmation } = resolveRisk({
      catalogue: { risk: row.catalogueRisk, requiresConfirmation: row.catalogueConfirmation },
      override: row.overridden
        ? { risk: row.overrideRisk, requiresConfirmation: row.overrideConfirmation }
        : null,
      tenantOverride: null,
      requestRisk: null,
      rule: ruleRatingOf(row),
    });
    const own = { risk: row.ownRisk, requiresConfirmation: row.ownConfirmation };
    return { toolId, gateway, provider, name, by, at, global: { risk, requiresConfirmation }, own };
  });
}

/** Tools of the gateways that serve a tenant, without those it rated, by provider and name. */
export async function listRatableTools(scope: Scope, tenantId: string): Promise<RatableTool[]> {
  return read(
    scope,
    (tx) => tx.$queryRaw<RatableTool[]>`
      select t.id, g.name as gateway, t.provider, t.name,
             json_build_object('risk', t.risk, 'requiresConfirmation', t.requires_confirmation) as catalogue,
             case when o.id is not null
               then json_build_object('risk', o.risk, 'requiresConfirmation', o.requires_confirmation) end as override,
             case when t.rule_risk is not null
               then json_build_object('risk', t.rule_risk, 'requiresConfirmation', t.rule_confirmation, 'name', t.rule_name)
               end as rule
      from gateway_tenants s
      join gateways g on g.id = s.gateway_id
      join tools t on t.gateway_id = g.id
      left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
      where s.tenant_id = ${tenantId}::uuid and ${inScope(scope, tenantId)}
        and not exists (select 1 from tool_ratings r where r.tool_id = t.id and r.tenant_id = ${tenantId}::uuid)
      order by t.provider, t.name, g.name limit ${RATABLE_MAX}`,
  );
}
