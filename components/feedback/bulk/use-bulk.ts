"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, type ActResult, useAct } from "@/components/ui/use-act";
import { triageIssues, undoTriage } from "@/lib/feedback/actions";
import type { TriageOutcome } from "@/lib/feedback/triage/outcome";
import type { TriageInput } from "@/lib/feedback/triage/schema";
import type { VerbAct } from "../triage/use-triage";
import { type LeftIssue, leftOf, type Selection } from "./selection";
import { noteOwnAct } from "./use-selection";
import { doneText, undoneText } from "./words";

/** What became of an act: in words, and which issues it left alone. */
export type BulkResult = { text: string; left: LeftIssue[] };

type Sent = { act: VerbAct; issues: Selection };

/** Takes an act back and says how much of it. */
function useUndo() {
  const router = useRouter();
  const toast = useToast();
  const { run, ...back } = useAct(undoTriage, {
    onDone: (outcome) => {
      noteOwnAct(outcome);
      toast({ text: undoneText(outcome.done.length, outcome.left) });
      router.refresh();
    },
  });
  return { ...back, undo: (actId: string) => run({ actId }) };
}

/** Does one thing with several issues, each as it was seen, with one way back for all that was done. */
export function useBulk(onDone: (sent: Sent, outcome: TriageOutcome) => void): {
  run: (act: VerbAct, issues: Selection) => Promise<boolean>;
  result: BulkResult | null;
  pending: boolean;
  problem: ActProblem | null;
  clear: () => void;
} {
  const router = useRouter();
  const toast = useToast();
  const [result, setResult] = useState<BulkResult | null>(null);
  const acting = useAct(
    async ({ act, issues }: Sent): Promise<ActResult<TriageOutcome>> =>
      triageIssues({
        ...act,
        items: [...issues.values()].map(({ id, seen }) => ({ id, seen })),
      } as TriageInput),
  );
  const back = useUndo();
  const clear = () => {
    acting.clear();
    back.clear();
    setResult(null);
  };
  const undo = (actId: string) => {
    clear();
    void back.undo(actId);
  };
  const run = async (act: VerbAct, issues: Selection) => {
    clear();
    const answer = await acting.run({ act, issues });
    if (!answer?.ok) return false;
    onDone({ act, issues }, answer);
    router.refresh();
    const text = doneText(act, answer.done.length, [...issues.values()]);
    const left = leftOf(issues, answer);
    setResult(left.length > 0 ? { text, left } : null);
    const { actId } = answer;
    if (actId) toast({ text, undo: () => undo(actId) });
    return true;
  };
  return {
    run,
    result,
    pending: acting.pending || back.pending,
    problem: acting.problem ?? back.problem,
    clear,
  };
}
