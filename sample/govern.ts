import { ask } from "@/lib/approvals/gate/ask";
import { nameOwner } from "@/lib/auth/agents/commands";
import { ingest, read, type Tx } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { type GatewayScope, proveScope, systemScope } from "@/lib/core/scope";
import { addSamplePolicies } from "@/lib/onboarding/sample/policies";
import { findSample } from "@/lib/onboarding/sample/queries";
import { takeShares } from "@/lib/policies/budgets/counts";
import { budgetKey } from "@/lib/policies/budgets/rules";
import { BEYOND, OWNED, POLICIES, REFUNDS_A_DAY } from "./stories/rules";

const scope = systemScope("sample workspace");

/**
 * Settings by an administrator's commands: owners of agents, and a partly used budget with a call
 * that exceeds it.
 */
export async function governSample(): Promise<void> {
  // The sample may just have been removed.
  if ((await findSample(scope))?.state !== "loaded") return;
  const owner = await read(scope, ownerToBe);
  if (owner !== null) for (const [tenant, agent] of OWNED) await nameOwner(scope, { tenant, agent, owner });
  if (!(await addSamplePolicies(POLICIES))) return;
  const asking = await read(scope, askingGateway);
  if (asking) await askBeyond(asking, await countUsed(asking));
}

/**
 * The requester of the sample, if an administrator of all tenants; else the first such
 * administrator.
 */
async function ownerToBe(tx: Tx): Promise<string | null> {
  const [first] = await tx.$queryRaw<{ email: string }[]>`
    select email from users where role::text = 'admin' and all_tenants and disabled_at is null
    order by (name = (select started_by from sample_workspace limit 1)) desc, created_at, id limit 1`;
  return first?.email ?? null;
}

type Asking = { tenantId: string; scope: GatewayScope };

async function askingGateway(tx: Tx): Promise<Asking | null> {
  const [found] = await tx.$queryRaw<{ tenantId: string; gatewayId: string; keyId: string }[]>`
    select t.id as "tenantId", g.id as "gatewayId", k.id as "keyId"
    from tenants t, gateways g join api_keys k on k.gateway_id = g.id
    where t.key = ${BEYOND.company} and t.sample and g.name = ${BEYOND.gateway} and g.sample limit 1`;
  if (!found) return null;
  const { tenantId, gatewayId: id, keyId } = found;
  return { tenantId, scope: proveScope({ kind: "gateway", id, name: BEYOND.gateway, keyId }, [tenantId]) };
}

/**
 * Counts refunds approved in the last day.
 * @returns their sum
 */
async function countUsed({ tenantId }: Asking): Promise<number> {
  const { name, budget } = BEYOND.policy;
  if (!budget) return 0;
  return ingest(scope, async (tx) => {
    const [sum] = await tx.$queryRaw<{ amount: string }[]>`
      select coalesce(sum((arguments_text::jsonb ->> 'amount')::numeric), 0)::text as amount from approvals
      where tenant_id = ${tenantId}::uuid and tool = ${BEYOND.tool} and agent = ${BEYOND.agent} and decision = 'approved'
        and decided_at > clock_timestamp() - interval '1 day'`;
    const amount = sum?.amount ?? "0";
    const share = { key: budgetKey(name, budget), subject: BEYOND.agent, amount, per: budget.per };
    if (amount !== "0") await takeShares(tx, tenantId, [share]);
    return Number(amount);
  });
}

/** A refund beyond the day's budget. */
async function askBeyond({ tenantId, scope: gateway }: Asking, used: number): Promise<void> {
  const { company, provider, tool, agent, risk, rationale, intent } = BEYOND;
  const cents = Math.max(14_900, REFUNDS_A_DAY - used + 4_900);
  const money = `€${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const call = {
    ...{ tenant: company, provider, tool, agent, risk, rationale },
    arguments: RawJson.parse(JSON.stringify({ payment_intent: intent, amount: cents })),
    summary: BEYOND.summary(money),
    facts: BEYOND.facts(money),
  };
  await ask(gateway, call, { tenantId, key: null, bodySha256: "" });
}
