import type { Verb } from "@/lib/approvals/detail/types";

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
