import "server-only";
import { columns } from "@/lib/core/columns";
import type { Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { readStates } from "@/lib/policies/budgets/counts";
import {
  callFor,
  type PlaceOfCall,
  SAID_COLUMNS,
  type SaidOfCall,
  type StatedFacts,
} from "@/lib/policies/call";
import { POLICIES_IN_FORCE, policiesInForce, type UnderPolicies } from "@/lib/policies/current-version";
import {
  type Fitting,
  fittingPastBudgets,
  fittingPolicy,
  NO_FITTING,
  possibleFits,
  wayOf,
} from "@/lib/policies/rules";
import type { Policy, Refusal } from "@/lib/policies/types";

/** Where a stored call belongs. `key`: the key of its `POLICIES_IN_FORCE`. */
type Place = PlaceOfCall & { key: string | null };

/** The provider that the catalogue has for the call's tool, as SQL. */
export const catalogueProvider = ({ toolId }: Pick<Approval, "toolId">) =>
  Prisma.sql`(select o.provider from tools o where o.id = ${toolId}::uuid)`;

/**
 * The current policy for a stored call with these arguments (null: none), and what the call takes
 * of budgets. A used-up budget refuses nothing here: people may approve past it.
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

/** The policy whose budget has no room for a stored call now; null without one. */
export async function findBudgetBeyond(tx: Tx, approval: Approval): Promise<string | null> {
  const found = await wayOfStored(tx, approval, approval.argumentsText);
  return found && fittingPolicy(found.inForce, found.way, found.states).beyond;
}

/**
 * The policy that refuses a stored call now; null if none does. A used-up budget refuses nothing:
 * people may approve past it.
 * @param place the call's place, if the caller has read it already
 */
export async function findRefusal(
  tx: Tx,
  approval: Approval & UnderPolicies,
  place?: Place,
): Promise<Refusal | null> {
  const inForce = await policiesInForce(tx, approval.policiesKey);
  if (!inForce?.compiled.some(refuses)) return null;
  const { policy: fitting } = await findPolicyFor(tx, approval, approval.argumentsText, place);
  if (fitting?.policy.action !== "deny") return null;
  const { version, policy } = fitting;
  const saved = await tx.policyVersion.findUnique({ where: { version }, select: { savedAt: true } });
  return { name: policy.name, reason: policy.reason, version, savedAt: saved?.savedAt ?? new Date() };
}

const refuses = ({ policy }: { policy: Policy }) => policy.action === "deny" && !policy.budget;

/**
 * Stored calls that a current policy may refuse; `findRefusal` decides which ones it does. One
 * statement, no locks.
 * @returns their ids
 */
export async function findRefusable(
  tx: Tx,
  calls: readonly { tenantId: string; approvalId: string }[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<(SaidOfCall & Place & Pick<Approval, "id" | "risk">)[]>`
    select a.id, ${OF_CALL}, a.risk, clock_timestamp() as now, t.key as tenant, g.name as gateway, ${POLICIES_IN_FORCE} as key
    from unnest(${calls.map(({ tenantId }) => tenantId)}::uuid[], ${calls.map(({ approvalId }) => approvalId)}::uuid[]) c(tenant_id, id)
    join approvals a on a.tenant_id = c.tenant_id and a.id = c.id
    join tenants t on t.id = a.tenant_id
    join gateways g on g.id = a.gateway_id
    left join tools o on o.id = a.tool_id`;
  const inForce = await policiesInForce(tx, rows[0]?.key ?? null);
  if (!inForce?.compiled.some(refuses)) return new Set();
  const refusable = rows.filter((row) =>
    possibleFits(inForce.compiled, callFor(row, row, row.risk, UNREAD)).possible.some(refuses),
  );
  return new Set(refusable.map(({ id }) => id));
}

const UNREAD = { arguments: undefined, facts: undefined };

const OF_CALL = columns("a", SAID_COLUMNS, { provider: "coalesce(a.provider, o.provider)" });

async function wayOfStored(tx: Tx, approval: Approval, argumentsText: string, known?: Place) {
  const place = known ?? (await placeOf(tx, approval));
  const inForce = await policiesInForce(tx, place?.key ?? null);
  if (!place || !inForce) return null;
  // Only the gate writes facts.
  const facts = approval.facts as StatedFacts | null;
  const content = { arguments: () => parseJson(argumentsText), facts };
  const asked = callFor(approval, place, approval.risk, content);
  const way = wayOf(inForce.compiled, asked);
  const budgets = way.budgeted.map(({ budget }) => budget);
  return { inForce, way, states: await readStates(tx, approval.tenantId, budgets) };
}

async function placeOf(tx: Tx, approval: Approval): Promise<Place | undefined> {
  const [place] = await tx.$queryRaw<Place[]>`
    select clock_timestamp() as now, t.key as tenant, g.name as gateway, ${POLICIES_IN_FORCE} as key,
           ${catalogueProvider(approval)} as provider
    from tenants t, gateways g where t.id = ${approval.tenantId}::uuid and g.id = ${approval.gatewayId}::uuid`;
  return place;
}
