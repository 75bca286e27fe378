import { counted } from "../counted";

const calls = (n: number) => counted(n, "call", "calls");

/** The bar under a selection. */
export const BULK = {
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

  done: { approve: "Approved", reject: "Rejected", claim: "Claimed" },
};

/** Before several calls are approved. */
export const BULK_APPROVE = {
  title: (n: number) => `Approve ${calls(n)}?`,

  gone: (n: number) => `${calls(n)} no longer ${n === 1 ? "waits" : "wait"} and will not be approved.`,
  alone: (n: number) => `${calls(n)} cannot be approved from here:`,

  submit: (n: number) => `Approve ${calls(n)}`,
};

export const BULK_REJECT = {
  title: (n: number) => `Reject ${calls(n)}`,
  submit: (n: number) => `Reject ${calls(n)}`,
};
