import type { Verb } from "@/lib/approvals/detail/types";
import { counted } from "../counted";

export const VERB_WORDS: Record<Exclude<Verb, "approve">, string> = {
  reject: "Reject…",
  request_changes: "Request changes…",
  edit: "Edit…",
  revoke: "Withdraw approval…",
  extend: "More time…",
  cancel: "Cancel call…",
};

/** The bar of verbs and what became of a press. */
export const DECIDE = {
  bar: "Decide",
  more: "More",
  noVerbs: "You can read this call. Deciding needs the approver role.",
  recording: "Recording…",
  recorded: "Recorded",
  paused: "Live updates are paused, so this page may be out of date. Approving works again once they resume.",
  openFirst: (n: number) => `Open ${counted(n, "folded part", "folded parts")} first:`,
  changedUnderYou: "The call changed while you were looking at it. Read it again before you decide.",
  seeWhy: "See why",
  readAgain: "Read it again",
  unreachable:
    "No answer came, so we cannot say whether it was recorded. Reload before you try again: a second try never counts twice.",
  requestId: "Request id",
  recordedNext: {
    approve: "Approval recorded",
    edit: "Approval of the edited call recorded",
    reject: "Rejection recorded",
    request_changes: "Request for changes recorded",
    revoke: "Withdrawal recorded",
    extend: "New deadline recorded",
    cancel: "Cancellation recorded",
  } satisfies Record<Verb, string>,
};
