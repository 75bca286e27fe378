import "server-only";
import type { Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { clockAt } from "@/lib/core/time-window/rules";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { readStates } from "./budgets/counts";
import { valuesOf } from "./conditions/values";
import { POLICIES_IN_FORCE, policiesInForce, type UnderPolicies } from "./in-force";
import { type Fitting, fittingPastBudgets, fittingPolicy, NO_FITTING, wayOf } from "./rules";
import type { Refusal } from "./types";

/** What policies look at beside the columns of a call. `key`: that of `POLICIES_IN_FORCE`. */
type Place = {
  now: Date;
  tenant: string;
  gateway: string;
  /** The provider by which the catalogue knows the tool. */
  provider: string | null;
  key: string | null;
};

/** The provider of a `Place`, as a value. */
export const catalogueProvider = ({ toolId }: Pick<Approval, "toolId">) =>
  Prisma.sql`(select o.provider from tools o where o.id = ${toolId}::uuid)`;

/**
 * The policy that fits a stored call if it is asked for now, with these arguments, null when none does, and what it takes of budgets once
 * it may run. A budget that is used up refuses nothing here: people may approve past it.
 */
export async function findPolicyFor(
  tx: Tx,
  approval: Approval,
  argumentsText: string,
  place?: Place,
): Promise<Fitting> {
  const found = await wayOfStored(tx, approval, argumentsText, place);
  return found ? fittingPastBudgets(found.inForce, found.way, found.states) : NO_FITTING;
}

/** The policy whose budget has no room for a stored call if it is asked for now; null where all of them have, or none is looked at. */
export async function findBudgetBeyond(tx: Tx, approval: Approval): Promise<string | null> {
  const found = await wayOfStored(tx, approval, approval.argumentsText);
  return found && fittingPolicy(found.inForce, found.way, found.states).beyond;
}

/**
 * The policy that refuses a stored call as it is now; null when none does. A budget that is used up refuses nothing: people may approve
 * past it.
 * @param place what stands beside the call, where it was read already
 */
export async function findRefusal(
  tx: Tx,
  approval: Approval & UnderPolicies,
  place?: Place,
): Promise<Refusal | null> {
  // The common case costs no statement.
  const inForce = await policiesInForce(tx, approval.policiesKey);
  if (!inForce?.compiled.some(({ policy }) => policy.action === "deny" && !policy.budget)) return null;
  const { policy: fitting } = await findPolicyFor(tx, approval, approval.argumentsText, place);
  if (fitting?.policy.action !== "deny") return null;
  const { version, policy } = fitting;
  const saved = await tx.policyVersion.findUnique({ where: { version }, select: { savedAt: true } });
  return { name: policy.name, reason: policy.reason, version, savedAt: saved?.savedAt ?? new Date() };
}

async function wayOfStored(tx: Tx, approval: Approval, argumentsText: string, known?: Place) {
  const { tenantId, provider, tool, agent, model, onBehalfOf, risk, claimedRisk } = approval;
  const place = known ?? (await placeOf(tx, approval));
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
    claimedRisk,
    arguments: valuesOf(parseJson(argumentsText)),
    clock: clockAt(place.now),
  });
  const budgets = way.budgeted.map(({ budget }) => budget);
  return { inForce, way, states: await readStates(tx, tenantId, budgets) };
}

async function placeOf(tx: Tx, approval: Approval): Promise<Place | undefined> {
  const [place] = await tx.$queryRaw<Place[]>`
    select clock_timestamp() as now, t.key as tenant, g.name as gateway, ${POLICIES_IN_FORCE} as key,
           ${catalogueProvider(approval)} as provider
    from tenants t, gateways g where t.id = ${approval.tenantId}::uuid and g.id = ${approval.gatewayId}::uuid`;
  return place;
}
