import { counted } from "@/components/words/counted";
import type { TriageVerb } from "@/lib/feedback/triage/types";

/** What was done to issues, after their number: "12 of 14 issues accepted". */
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
  part: "told apart",
  track: "changed",
  assign: "assigned",
  prioritize: "given the priority",
  label: "labeled",
  verify: "judged",
  answer: "answered",
};

/** Says of an act on issues how many it did. */
export function doneText(verb: TriageVerb, done: number, sent: readonly { ref: string }[]): string {
  const [only] = sent;
  if (only && done === 1 && sent.length === 1) return `${only.ref} ${DONE[verb]}.`;
  const what =
    done === sent.length
      ? counted(done, "issue")
      : `${done.toLocaleString("en")} of ${counted(sent.length, "issue")}`;
  return `${what} ${DONE[verb]}.`;
}

/** Says of an undoing how many issues it put back. */
export function undoneText(done: number, left: number): string {
  if (left === 0) return "Undone.";
  const stay =
    left === 1
      ? "1 was changed since and stays as it is."
      : `${left} were changed since and stay as they are.`;
  return done === 0 ? stay : `${done} undone; ${stay}`;
}
