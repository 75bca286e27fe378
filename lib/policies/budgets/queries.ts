import "server-only";
import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { Policy } from "../types";
import { budgetKey, stateOf } from "./rules";
import type { BudgetInUse } from "./types";

// Rows per tenant and in total, most recently used: readers look for budgets near their limit.
const ROWS_OF_TENANT = 100;
const USES_MAX = 1_000;

type UseRow = {
  tenant: string;
  budget: string;
  subject: string;
  steps: number[];
  amounts: string[];
  now: Date;
};

/**
 * The current use of the policies' budgets, by budget key; most used first.
 * @throws DomainError FORBIDDEN
 */
export async function listBudgetsInUse(
  scope: Scope,
  policies: readonly Policy[],
): Promise<Record<string, BudgetInUse[]>> {
  assertMayAdministerAll(scope, "see the budgets of every tenant");
  const budgets = new Map(
    policies.flatMap(({ name, budget }) => (budget ? [[budgetKey(name, budget), budget] as const] : [])),
  );
  if (budgets.size === 0) return {};
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<UseRow[]>`
      select t.key as tenant, b.budget, b.subject, b.steps, b.amounts::text[] as amounts, clock_timestamp() as now
      from tenants t cross join lateral (
        select * from budget_uses b where b.tenant_id = t.id and b.budget = any(${[...budgets.keys()]}::text[])
        order by b.used_at desc limit ${ROWS_OF_TENANT}::int) b
      order by b.used_at desc limit ${USES_MAX}::int`,
  );
  const used: Record<string, BudgetInUse[]> = Object.fromEntries([...budgets.keys()].map((key) => [key, []]));
  for (const row of rows) {
    const budget = budgets.get(row.budget);
    if (!budget) continue;
    const { hasRoom: _, ...state } = stateOf(budget, { subject: row.subject, amount: "0" }, row, row.now);
    if (state.used !== "0") used[row.budget]?.push({ ...state, tenant: row.tenant });
  }
  for (const all of Object.values(used)) all.sort((a, b) => Number(b.used) - Number(a.used));
  return used;
}
