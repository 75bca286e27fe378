import { counted } from "../counted";

const calls = (n: number) => counted(n, "call", "calls");

/** The bar under a selection. */
export const BULK = {
  bar: "Selected calls",
  selected: (n: number) => `${n.toLocaleString("en")} selected`,
  clear: "Clear the selection",
  approve: "Approve…",
  reject: "Reject…",
  snooze: "Snooze…",
  claim: "Claim",
  claiming: "Claiming…",
  whyNot: {
    critical: "Critical calls are approved one by one.",
    tools: "Only calls of the same tool can be approved together.",
    many: (most: number) =>
      `At most ${calls(most)} can be approved together: every difference is to be read.`,
  },
};

/** What was done to each call. */
export const BULK_RESULT = {
  title: (done: number, all: number) => `${done.toLocaleString("en")} of ${calls(all)} done`,
  list: "What became of each call",
  done: { approve: "Approved", reject: "Rejected", claim: "Claimed" },
  notSent: "Not sent: an answer was missing before it came to this one.",
  unreachable: "No answer came, so it is not known whether this was recorded.",
  close: "Close",
  progress: (n: number, all: number) => `${n.toLocaleString("en")} of ${all.toLocaleString("en")}…`,
};

/** Before several calls are approved. */
export const BULK_APPROVE = {
  title: (n: number) => `Approve ${calls(n)}?`,
  note: "This is everything that differs from the last approved call of each. Exactly these are approved; one that changes meanwhile is not.",
  reading: "Reading what each would do…",
  first: "No approved call to compare with; these are all its arguments.",
  same: "Every argument is the same as in the last approved call.",
  against: "Compared with the approved call of",
  gone: (n: number) => `${calls(n)} no longer ${n === 1 ? "waits" : "wait"} and will not be approved.`,
  alone: (n: number) => `${calls(n)} cannot be approved from here:`,
  open: "Open",
  submit: (n: number) => `Approve ${calls(n)}`,
  back: "Go back",
  failed: "The calls could not be read. Nothing was recorded; try again.",
};

export const BULK_REJECT = {
  title: (n: number) => `Reject ${calls(n)}`,
  submit: (n: number) => `Reject ${calls(n)}`,
};
