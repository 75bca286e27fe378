import { listedAsManaged } from "@/gateway/lint/words";
import { read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "../catalogue/queries";
import { type Parameter, parametersOf } from "../definition";
import { Kept } from "../findings/cache";
import { listEffectiveRatings, noSuchGateway, onlyTenant } from "../queries";
import { isServerManaged } from "./rules";
import type { KnownTool } from "./types";

// Limit of tools; the rest of a larger catalogue is only counted.
const KNOWN_MAX = 2_000;

const serves = (tenantId: string) => Prisma.sql`and exists (
  select 1 from gateway_tenants s where s.gateway_id = g.id and s.tenant_id = ${tenantId}::uuid)`;

type KnownRow = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  description: string;
  inputSchema: string;
  sha256: string;
};

// Cache per process, so that a definition is parsed once.
const parameters = new Kept<readonly Parameter[]>(2 * KNOWN_MAX);

/**
 * Tools that an agent can see: the gateway's own, or for a person those of one gateway or of all in
 * scope.
 * @param tenantId whose ratings count, one of the scope's; null: ratings for all tenants
 * @throws DomainError NOT_FOUND if the named gateway is not in scope or does not serve that tenant
 */
export function listKnownTools(
  scope: Scope,
  filter: { provider?: string; gateway?: string },
  tenantId: string | null = onlyTenant(scope),
): Promise<KnownTool[]> {
  return read(scope, async (tx) => {
    const gateways = await tx.$queryRaw<{ id: string }[]>`
      select g.id from gateways g where ${gatewayInScope(scope)}
      ${filter.gateway === undefined ? Prisma.empty : Prisma.sql`and g.name = ${filter.gateway}`}
      ${tenantId === null ? Prisma.empty : serves(tenantId)} order by g.name`;
    if (filter.gateway !== undefined && gateways.length === 0) throw noSuchGateway();
    const ids = gateways.map((gateway) => gateway.id);
    const rows = await tx.$queryRaw<KnownRow[]>`
      select t.id, t.gateway_id as "gatewayId", g.name as "gatewayName", v.description, v.input_schema as "inputSchema", v.definition_sha256 as sha256
      from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version join gateways g on g.id = t.gateway_id
      where t.gateway_id = any(${ids}::uuid[])
        ${filter.provider === undefined ? Prisma.empty : Prisma.sql`and t.provider = ${filter.provider}`}
      order by t.provider, t.name, t.id limit ${KNOWN_MAX}`;
    const ratings = new Map<string, Rated>();
    for (const gatewayId of new Set(rows.map((row) => row.gatewayId)))
      for (const rating of await listEffectiveRatings(tx, gatewayId, tenantId))
        ratings.set(rating.id, rating);
    return rows.flatMap((row) => {
      const rating = ratings.get(row.id);
      return rating ? [knownTool(row, rating)] : [];
    });
  });
}

type Rated = { provider: string; name: string; risk: RiskWord; requiresConfirmation: boolean };

function knownTool(row: KnownRow, rating: Rated): KnownTool {
  return {
    id: row.id,
    gatewayId: row.gatewayId,
    gatewayName: row.gatewayName,
    provider: rating.provider,
    name: rating.name,
    description: row.description,
    risk: rating.risk,
    requiresConfirmation: rating.requiresConfirmation,
    policy: null,
    parameters: parameters.get(row.id, row.sha256, () => {
      const listed = listedAsManaged(row.description);
      return parametersOf({ text: row.inputSchema, root: parseJson(row.inputSchema) }, (member) =>
        isServerManaged(member, listed),
      );
    }),
    told: null,
  };
}
