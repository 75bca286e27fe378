"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { noteDone } from "@/components/ui/list/run";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, type ActResult, useAct } from "@/components/ui/use-act";
import { mergeIssues, moveReports, partIssues, triageIssues, undoTriage } from "@/lib/feedback/actions";
import type { LeftAlone, TriageOutcome } from "@/lib/feedback/triage/outcome";
import type { TriageInput } from "@/lib/feedback/triage/schema";
import { noteOwnAct } from "../bulk/kept-issues";
import { doneWords } from "./done-words";
import type { TriageAct } from "./triage-act";

type Issue = { id: string; ref: string; seen: string };

const WHY: Record<LeftAlone["why"], string> = {
  changed: "This issue changed in the meantime. Nothing was done. Check its current state and try again.",
  state: "This issue moved to another state in the meantime. Nothing was done.",
  labels: "It would have more labels than an issue can have. Nothing was done.",
  assignee: "Its assignee no longer has access. Nothing was done.",
  gone: "There is no such issue any more. Nothing was done.",
};

/**
 * When the issue last changed, as far as this page knows. Between two quick actions the page is not
 * read again.
 */
function useSeen({ id, seen }: Issue) {
  const known = useRef({ id, seen });
  if (known.current.id !== id || known.current.seen < seen) known.current = { id, seen };
  const note = ({ done }: TriageOutcome) => {
    const own = done.find((one) => one.id === known.current.id);
    if (own) known.current.seen = new Date(own.updatedAt).toISOString();
  };
  return { known, note };
}

function send(act: TriageAct, item: { id: string; seen: string }) {
  switch (act.verb) {
    case "merge":
      return mergeIssues({ into: act.into, items: [item] });
    case "move":
      return moveReports({ into: act.into, item, reports: act.reports });
    case "part":
      return partIssues({ id: item.id, other: act.other });
    default:
      return triageIssues({ ...act, items: [item] } as TriageInput);
  }
}

/** Sends an action on one issue. A skipped issue counts as a refusal, with its reason. */
function useSending(issue: Issue, onDone: (outcome: TriageOutcome) => void, seen: () => string) {
  const router = useRouter();
  return useAct(
    async (act: TriageAct): Promise<ActResult<TriageOutcome>> => {
      const answer = await send(act, { id: issue.id, seen: seen() });
      const [left] = answer.ok ? answer.left : [];
      if (!left) return answer;
      router.refresh();
      return { ok: false, code: "CONFLICT", message: WHY[left.why], requestId: "" };
    },
    { onDone },
  );
}

function undoneWords(ref: string, left: LeftAlone | undefined): string {
  if (!left) return `Undone: ${ref} is as it was before.`;
  return left.why === "assignee" ? WHY.assignee : "It was changed since and stays as it is.";
}

/**
 * Runs actions on one issue, each with an undo, and reports refusals.
 * @param nameOf names the assignee; without it, messages have no name
 */
export function useTriage(
  issue: Issue,
  nameOf: (userId: string) => string | undefined = () => undefined,
): {
  act: (act: TriageAct) => Promise<boolean>;
  pending: boolean;
  problem: ActProblem | null;
  clear: () => void;
} {
  const router = useRouter();
  const toast = useToast();
  const { known, note } = useSeen(issue);
  const onDone = (outcome: TriageOutcome) => {
    note(outcome);
    noteOwnAct(outcome);
    router.refresh();
  };
  const back = useAct(undoTriage, { onDone });
  const run = useSending(issue, onDone, () => known.current.seen);
  const clear = () => {
    run.clear();
    back.clear();
  };
  const undo = async (actId: string) => {
    clear();
    const answer = await back.run({ actId });
    if (!answer?.ok) return;
    const [left] = answer.left;
    if (!left) noteDone([issue.id], true);
    toast({ text: undoneWords(issue.ref, left) });
  };
  return {
    act: async (act) => {
      clear();
      const answer = await run.run(act);
      if (!answer?.ok) return false;
      const { actId } = answer;
      toast({
        text: doneWords(issue.ref, act, answer.done[0]?.state, nameOf),
        undo: actId ? () => void undo(actId) : undefined,
      });
      return true;
    },
    pending: run.pending || back.pending,
    problem: run.problem ?? back.problem,
    clear,
  };
}
