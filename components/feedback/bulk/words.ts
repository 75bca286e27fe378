import { counted } from "@/components/words/counts";
import type { LeftAlone } from "@/lib/feedback/triage/outcome";
import type { TriageVerb } from "@/lib/feedback/triage/types";
import type { BulkAct } from "../triage/triage-act";

/** The result after a number: "12 of 14 issues accepted". */
const DONE: Record<TriageVerb, string> = {
  accept: "accepted",
  start: "started",
  resolve: "resolved",
  decline: "declined",
  ask: "marked as needing information",
  snooze: "snoozed",
  wake: "no longer snoozed",
  reopen: "reopened",
  unmerge: "unmerged",
  merge: "merged",
  move: "changed",
  split: "changed",
  part: "marked as not the same",
  track: "changed",
  assign: "assigned",
  prioritize: "given the priority",
  label: "labeled",
  verify: "judged",
  answer: "answered",
};

/** The result of an action that removes what its verb adds. */
function doneBy(act: BulkAct): string {
  if (act.verb === "assign" && act.assigneeId === null) return "unassigned";
  if (act.verb === "label" && act.add?.length === 0) return "left without the labels";
  if (act.verb === "prioritize" && act.priority === null) return "left without a priority";
  return DONE[act.verb];
}

/** A message with the number of changed issues. */
export function doneText(act: BulkAct, done: number, sent: readonly { ref: string }[]): string {
  const [only] = sent;
  if (only && done === 1 && sent.length === 1) return `${only.ref} ${doneBy(act)}.`;
  const what =
    done === sent.length
      ? counted(done, "issue")
      : `${done.toLocaleString("en")} of ${counted(sent.length, "issue")}`;
  return `${what} ${doneBy(act)}.`;
}

/** A message with the number of restored issues, and why others were skipped. */
export function undoneText(done: number, left: readonly Pick<LeftAlone, "why">[]): string {
  if (left.length === 0) return "Undone.";
  const many = (...why: LeftAlone["why"][]) => left.filter((one) => why.includes(one.why)).length;
  const [changed, assigned, gone] = [many("changed", "state"), many("assignee"), many("gone")];
  const parts = [
    done > 0 && `${done} undone`,
    changed > 0 &&
      `${changed} ${changed === 1 ? "was changed since and stays as it is" : "were changed since and stay as they are"}`,
    assigned > 0 &&
      `${assigned} ${assigned === 1 ? "was not changed: its assignee no longer has access" : "were not changed: their assignees no longer have access"}`,
    gone > 0 && `${gone} ${gone === 1 ? "is" : "are"} no longer there`,
  ];
  return `${parts.filter((part) => part !== false).join("; ")}.`;
}
