import type { ActResult } from "@/components/ui/use-act";
import type { BulkResult } from "@/lib/approvals/triage/types";

export type BulkAct = "approve" | "reject" | "assign";

/**
 * Result of one call. `held`: approved, but not released yet. `unknown`: no response. `unsent`: not
 * sent.
 */
export type Outcome = {
  id: string;
  state: "done" | "held" | "refused" | "unknown" | "unsent";
  message: string;
};

// Small batches, so that progress shows and each response is quick.
const AT_ONCE = 20;

/**
 * Sends the calls in order and keeps an outcome for every one of them. Stops at the first answer
 * that does not come.
 */
export async function runTogether<T extends { id: string }>(
  items: readonly T[],
  send: (some: T[]) => Promise<ActResult<{ results: BulkResult[] }>>,
  progress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    try {
      const answer = await send(some);
      if (answer.ok) for (const result of answer.results) outcomes.push(outcomeOf(result));
      else for (const { id } of some) outcomes.push({ id, state: "refused", message: answer.message });
    } catch {
      for (const { id } of some) outcomes.push({ id, state: "unknown", message: "" });
      for (const { id } of items.slice(at + AT_ONCE)) outcomes.push({ id, state: "unsent", message: "" });
      return outcomes;
    }
    progress(outcomes.length);
  }
  return outcomes;
}

function outcomeOf(result: BulkResult): Outcome {
  return result.ok
    ? { id: result.id, state: result.isHeld ? "held" : "done", message: "" }
    : { id: result.id, state: "refused", message: result.message };
}
