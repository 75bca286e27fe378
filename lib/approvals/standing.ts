import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import type { Watch } from "@/lib/live/waiting-room";
import type { DecisionWord, ExecutionWord } from "./types";

/** How far an approval had come when somebody began to wait for it. */
type Standing = { id: string; decision: DecisionWord; execution: ExecutionWord };

const system = systemScope("waiting");

/**
 * For those who wait for approvals. The look is the product's own and sees every tenant's rows; who is told to look again reads
 * in their own scope.
 */
export const STANDINGS: Watch<Standing> = {
  name: "approvals",
  moved: async (seen) => {
    const [ids, decisions, executions] = [
      seen.map(({ id }) => id),
      seen.map(({ decision }) => decision),
      seen.map(({ execution }) => execution),
    ];
    const rows = await read(
      system,
      (tx) => tx.$queryRaw<{ at: number }[]>`
        select (w.n - 1)::int as at
        from unnest(${ids}::uuid[], ${decisions}::text[], ${executions}::text[]) with ordinality as w (id, decision, execution, n)
        left join approvals a on a.id = w.id
        where a.id is null or a.decision::text <> w.decision or a.execution::text <> w.execution`,
    );
    return rows.map(({ at }) => at);
  },
};
