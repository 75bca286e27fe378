import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { BudgetStates } from "../rules";
import { countName, type ReachedBudget, STEPS, STEPS_KEPT, stateOf } from "./rules";
import type { BudgetShareOfCall } from "./types";

/** Serializes calls that could take the last share of a budget, until the commit. */
export async function lockCounts(tx: Tx, tenantId: string, budgets: readonly ReachedBudget[]): Promise<void> {
  if (budgets.length === 0) return;
  // In a fixed order, against deadlocks.
  const locks = [...new Set(budgets.map((one) => `budget:${tenantId} ${countName(one)}`))].sort();
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(l.name, 0))
    from unnest(${locks}::text[]) with ordinality as l (name, at) order by l.at`;
}

type CountRow = { budget: string; subject: string; steps: number[]; amounts: string[]; now: Date };

export async function readStates(
  tx: Tx,
  tenantId: string,
  budgets: readonly ReachedBudget[],
): Promise<BudgetStates> {
  const asked = budgets.map(({ key, subject }) => ({ key, subject }));
  const rows =
    asked.length === 0
      ? []
      : await tx.$queryRaw<CountRow[]>`
          select o.key as budget, o.subject, coalesce(b.steps, '{}') as steps, coalesce(b.amounts, '{}')::text[] as amounts,
                 clock_timestamp() as now
          from json_to_recordset(${JSON.stringify(asked)}::json) as o (key text, subject text)
          left join budget_uses b on b.tenant_id = ${tenantId}::uuid and b.budget = o.key and b.subject = o.subject`;
  const found = new Map(rows.map((row) => [countName({ key: row.budget, subject: row.subject }), row]));
  return (reached) => {
    const row = found.get(countName(reached));
    return stateOf(reached.budget, reached, row, row?.now ?? new Date(0));
  };
}

/** Rows `s` of a call's shares, from the JSON stored with it. */
export function sharesIn(json: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_to_recordset(${json}) as s (key text, subject text, amount text, per text)`;
}

/**
 * A statement, or a part of one, that adds to the counts of budgets.
 * @param shares a query of tenant_id, key, subject, amount and per
 */
export function taking(shares: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into budget_uses as b (tenant_id, budget, subject, steps, amounts, used_at)
    select t.tenant_id, t.key, t.subject, array[floor(extract(epoch from n.at) / case t.per when 'hour' then ${STEPS.hour.seconds}::int
             else ${STEPS.day.seconds}::int end)::int], array[t.amount::numeric], n.at
    from (${shares}) t cross join (select clock_timestamp() as at) n
    order by t.tenant_id, t.key, t.subject
    on conflict (tenant_id, budget, subject) do update
    set used_at = greatest(b.used_at, excluded.used_at), (steps, amounts) = (
      select array_agg(u.step order by u.step), array_agg(u.amount order by u.step)
      from (
        select o.step, sum(o.amount) as amount
        from unnest(b.steps || excluded.steps, b.amounts || excluded.amounts) as o (step, amount)
        where o.step >= excluded.steps[1] - ${STEPS_KEPT}::int group by o.step) u)`;
}

export async function takeShares(
  tx: Tx,
  tenantId: string,
  shares: readonly BudgetShareOfCall[],
): Promise<void> {
  if (shares.length === 0) return;
  await tx.$executeRaw(
    taking(Prisma.sql`
    select ${tenantId}::uuid as tenant_id, s.* from ${sharesIn(Prisma.sql`${JSON.stringify(shares)}::jsonb`)}`),
  );
}
