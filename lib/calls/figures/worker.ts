import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";

const scope = systemScope("call figures");

// Days of tenants per pass, so that statements stay short.
const DAYS_MAX = 200;

/**
 * One pass: folds appended counts into one row per day, name and outcome. Concurrent passes delete
 * what they add, so nothing is counted twice.
 * @returns how many rows were taken away
 */
export async function runOnce(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const [done] = await tx.$queryRaw<{ gone: number }[]>`
      with due as materialized (
        select distinct tenant_id, day from tool_call_counts where not folded limit ${DAYS_MAX}::int),
      gone as (
        delete from tool_call_counts c using due where c.tenant_id = due.tenant_id and c.day = due.day
        returning c.tenant_id, c.day, c.kind, c.name, c.outcome, c.calls, c.missing),
      kept as (
        insert into tool_call_counts (tenant_id, day, kind, name, outcome, calls, missing, folded)
        select tenant_id, day, kind, name, outcome, sum(calls), sum(missing), true from gone
        group by 1, 2, 3, 4, 5 having sum(calls) <> 0)
      select count(*)::int as gone from gone`;
    return done?.gone ?? 0;
  });
}

export const callFigures: Job = { name: "call figures", ms: 60_000, runOnce };
