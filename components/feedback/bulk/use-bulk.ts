"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { noteBegun, noteDone } from "@/components/ui/list/run";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, type ActResult, useAct } from "@/components/ui/use-act";
import { mergeIssues, triageIssues, undoTriage } from "@/lib/feedback/actions";
import type { TriageOutcome } from "@/lib/feedback/triage/outcome";
import type { TriageInput } from "@/lib/feedback/triage/schema";
import type { BulkAct } from "../triage/triage-act";
import { leavesIssue } from "../triage/verbs";
import { noteOwnAct } from "./kept-issues";
import { isNamed, type LeftIssue, leftOf, type Selection } from "./selection";
import { doneText, undoneText } from "./words";

/** The result of an action: a message, and the skipped issues. */
export type BulkResult = { text: string; left: LeftIssue[] };

type Sent = { act: BulkAct; issues: Selection };

/** The issues of an action: all selected, except the target of a merge. */
function sentTo(act: BulkAct, issues: Selection): Selection {
  if (act.verb !== "merge") return issues;
  const others = new Map([...issues].filter(([, issue]) => !isNamed(issue, act.into)));
  return others.size > 0 ? others : issues;
}

function send({ act, issues }: Sent): Promise<ActResult<TriageOutcome>> {
  const items = [...issues.values()].map(({ id, seen }) => ({ id, seen }));
  if (act.verb === "merge") return mergeIssues({ into: act.into, items });
  return triageIssues({ ...act, items } as TriageInput);
}

/** Undoes an action and reports how many issues it restored. */
function useUndo() {
  const router = useRouter();
  const toast = useToast();
  const { run, ...back } = useAct(undoTriage, {
    onDone: (outcome) => {
      noteOwnAct(outcome);
      noteDone(
        outcome.done.map(({ id }) => id),
        true,
      );
      toast({ text: undoneText(outcome.done.length, outcome.left) });
      router.refresh();
    },
  });
  return { ...back, undo: (actId: string) => run({ actId }) };
}

/**
 * Does one thing with several issues, each as it was seen, with one way back for all that was done.
 */
export function useBulk(onDone: (sent: Sent, outcome: TriageOutcome) => void): {
  run: (act: BulkAct, issues: Selection) => Promise<boolean>;
  result: BulkResult | null;
  pending: boolean;
  problem: ActProblem | null;
  clear: () => void;
} {
  const router = useRouter();
  const toast = useToast();
  const [result, setResult] = useState<BulkResult | null>(null);
  const acting = useAct(send);
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
  const run = async (act: BulkAct, selection: Selection) => {
    const issues = sentTo(act, selection);
    clear();
    const answer = await acting.run({ act, issues });
    if (!answer?.ok) return false;
    if (leavesIssue(act.verb)) {
      noteBegun();
      noteDone(answer.done.map(({ id }) => id));
    }
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
