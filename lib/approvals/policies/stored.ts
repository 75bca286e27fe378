import "server-only";
import type { Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { clockAt } from "@/lib/core/time-window/rules";
import type { Approval } from "@/lib/generated/prisma/client";
import { readStates } from "./budgets/counts";
import { valuesOf } from "./conditions/values";
import { POLICIES_IN_FORCE, policiesInForce } from "./in-force";
import { type Fitting, fittingPastBudgets, fittingPolicy, NO_FITTING, wayOf } from "./rules";

type Place = { now: Date; tenant: string; gateway: string; provider: string | null; key: string | null };

/**
 * The policy that fits a stored call if it is asked for now, with these arguments, null when none does, and what it takes of budgets once
 * it may run. A budget that is used up refuses nothing here: people may approve past it.
 */
export async function findPolicyFor(tx: Tx, approval: Approval, argumentsText: string): Promise<Fitting> {
  const found = await wayOfStored(tx, approval, argumentsText);
  return found ? fittingPastBudgets(found.inForce, found.way, found.states) : NO_FITTING;
}

/** The policy whose budget has no room for a stored call if it is asked for now; null where all of them have, or none is looked at. */
export async function findBudgetBeyond(tx: Tx, approval: Approval): Promise<string | null> {
  const found = await wayOfStored(tx, approval, approval.argumentsText);
  return found && fittingPolicy(found.inForce, found.way, found.states).beyond;
}

async function wayOfStored(tx: Tx, approval: Approval, argumentsText: string) {
  const { tenantId, gatewayId, toolId, provider, tool, agent, model, onBehalfOf, risk } = approval;
  const [place] = await tx.$queryRaw<Place[]>`
    select clock_timestamp() as now, t.key as tenant, g.name as gateway, ${POLICIES_IN_FORCE} as key,
           (select o.provider from tools o where o.id = ${toolId}::uuid) as provider
    from tenants t, gateways g where t.id = ${tenantId}::uuid and g.id = ${gatewayId}::uuid`;
  const inForce = await policiesInForce(tx, place?.key ?? null);
  if (!place || !inForce) return null;
  const way = wayOf(inForce.compiled, {
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
  const budgets = way.budgeted.map(({ budget }) => budget);
  return { inForce, way, states: await readStates(tx, tenantId, budgets) };
}
