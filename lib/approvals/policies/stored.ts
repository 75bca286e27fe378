import "server-only";
import type { Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { Approval } from "@/lib/generated/prisma/client";
import { clockAt } from "./conditions/local-time";
import { valuesOf } from "./conditions/values";
import { POLICIES_IN_FORCE, policiesInForce } from "./in-force";
import { type FittingPolicy, fittingPolicy } from "./rules";

type Place = { now: Date; tenant: string; gateway: string; provider: string | null; key: string | null };

/** The policy that fits a stored call if it is asked for now, with these arguments; null when none does. */
export async function findPolicyFor(
  tx: Tx,
  approval: Approval,
  argumentsText: string,
): Promise<FittingPolicy | null> {
  const { tenantId, gatewayId, toolId, provider, tool, agent, model, onBehalfOf, risk } = approval;
  const [place] = await tx.$queryRaw<Place[]>`
    select clock_timestamp() as now, t.key as tenant, g.name as gateway, ${POLICIES_IN_FORCE} as key,
           (select o.provider from tools o where o.id = ${toolId}::uuid) as provider
    from tenants t, gateways g where t.id = ${tenantId}::uuid and g.id = ${gatewayId}::uuid`;
  const inForce = await policiesInForce(tx, place?.key ?? null);
  if (!place || !inForce) return null;
  return fittingPolicy(inForce, {
    names: {
      tenants: place.tenant,
      gateways: place.gateway,
      providers: provider ?? place.provider,
      tools: tool,
      agents: agent,
      models: model,
      onBehalfOf,
    },
    risk,
    arguments: valuesOf(parseJson(argumentsText)),
    clock: clockAt(place.now),
  });
}
