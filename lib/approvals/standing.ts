import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import type { Watch } from "@/lib/live/waiting-room";
import type { DecisionWord, ExecutionWord } from "./types";

/** The state of an approval when a client started to wait for it. */
type Standing = {
  id: string;
  decision: DecisionWord;
  execution: ExecutionWord;
  /** How many questions people had asked the agent. */
  questions: number;
};

const system = systemScope("waiting");

/** The shared query reads all tenants; each notified client then reads in its own scope. */
export const STANDINGS: Watch<Standing> = {
  name: "approvals",
  moved: async (seen) => {
    const [ids, decisions, executions, questions] = [
      seen.map(({ id }) => id),
      seen.map(({ decision }) => decision),
      seen.map(({ execution }) => execution),
      seen.map((one) => one.questions),
    ];
    const rows = await read(
      system,
      (tx) => tx.$queryRaw<{ at: number }[]>`
        select (w.n - 1)::int as at
        from unnest(${ids}::uuid[], ${decisions}::text[], ${executions}::text[], ${questions}::int[])
          with ordinality as w (id, decision, execution, questions, n)
        left join approvals a on a.id = w.id
        where a.id is null or a.decision::text <> w.decision or a.execution::text <> w.execution
          or a.questions <> w.questions`,
    );
    return rows.map(({ at }) => at);
  },
};
