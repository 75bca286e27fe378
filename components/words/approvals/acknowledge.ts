import type { ExecutionWord } from "@/lib/approvals/types";
import { counted } from "../counted";

const calls = (n: number) => counted(n, "call", "calls");

/** The buttons that put a call that went wrong away, and bring it back. */
export const ACKNOWLEDGE = {
  verb: "Mark as dealt with…",
  row: (what: string) => `Mark as dealt with: ${what}`,
  again: "Needs attention again",
  pendingAgain: "Bringing it back…",
  column: "Dealt with",
};

/** The dialog, and what is said after it. */
export const SETTLING = {
  title: (n: number) => (n === 1 ? "Mark this call as dealt with?" : `Mark ${calls(n)} as dealt with?`),
  note: (n: number) =>
    n === 1
      ? "It leaves Needs attention for everybody, and comes back by itself when something else goes wrong with it."
      : "They leave Needs attention for everybody. Each comes back by itself when something else goes wrong with it.",
  label: "What was done (optional)",
  hint: "For the others: it stands on the call and in its timeline.",
  submit: "Mark as dealt with",
  pending: "Marking…",
  back: "Go back",
  done: (n: number) => (n === 1 ? "Marked as dealt with." : `${calls(n)} marked as dealt with.`),
  undone: (n: number) => (n === 1 ? "It needs attention again." : `${calls(n)} need attention again.`),
  results: (done: number, all: number) =>
    all === 1 ? "The call was not marked" : `${done.toLocaleString("en")} of ${calls(all)} marked`,
  list: "Calls that were not marked",
  close: "Close",
};

/** On a call that went wrong. */
export const ATTENTION = {
  title: "Needs attention",
  wrong: {
    failed: "It was approved and run, and the gateway reports an error.",
    unknown:
      "It was approved and started, and the gateway never reported an end. It may or may not have run: look before anybody repeats it.",
    lapsed: "It was approved and not run in time. Nothing runs any more; the agent has to ask again.",
  } as Partial<Record<ExecutionWord, string>>,
  undelivered: "The gateway could not be told. Send it again below, or tell it another way.",
  /** Of an approval that is worth nothing any more, there is nothing to send. */
  undeliveredEither: "The gateway could not be told of it either.",
  settled: "Dealt with by",
  mark: "Dealt with",
  where: "What was dealt with stays under",
  decided: "Decided",
  trail: "activity log",
  andIn: "and in the",
};
