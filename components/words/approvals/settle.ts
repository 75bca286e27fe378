import type { ExecutionWord } from "@/lib/approvals/types";
import { counted } from "../counted";

const calls = (n: number) => counted(n, "call", "calls");

/** The buttons that put a call that went wrong away, and bring it back. */

/** The dialog, and what is said after it. */
export const SETTLING = {
  title: (n: number) => (n === 1 ? "Mark this call as dealt with?" : `Mark ${calls(n)} as dealt with?`),

  done: (n: number) => (n === 1 ? "Marked as dealt with." : `${calls(n)} marked as dealt with.`),
  undone: (n: number) => (n === 1 ? "It needs attention again." : `${calls(n)} need attention again.`),
  results: (done: number, all: number) =>
    all === 1 ? "The call was not marked" : `${done.toLocaleString("en")} of ${calls(all)} marked`,
};

/** On a call that went wrong. */
export const ATTENTION = {
  wrong: {
    failed: "It was approved and run, and the gateway reports an error.",
    unknown:
      "It was approved and started, and the gateway never reported an end. It may or may not have run: look before anybody repeats it.",
    lapsed: "It was approved and not run in time. Nothing runs any more; the agent has to ask again.",
  } as Partial<Record<ExecutionWord, string>>,

  /** Of an approval that is worth nothing any more, there is nothing to send. */
};
