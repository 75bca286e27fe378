/** The first steps: from an empty installation to a decided call. */
export const START = {
  title: "Getting started",
  lead: "Five steps, about five minutes: let a gateway in, send a call that needs a person, decide it, and see the gateway told. The steps tick themselves.",
  done: "done",
  next: "next",
  later: "later",
  allDone: "That was the whole loop. A real gateway does the same with your agents' calls.",
  toQueue: "Go to approvals",
  toDocs: "Connect a real gateway",
  adminOnly:
    "An administrator of all tenants lets gateways in. Once one sends calls, they wait under Approvals.",
  step: (n: number) => `Step ${n}`,
};

export const STEP_RECEIVER = {
  lead: "It plays the part of your gateway: it checks the signature of every callback and prints what it was told. Run it in the folder of Countersign and leave it running.",
};

export const STEP_DECIDE = {
  decided: (word: string, by: string | null) => (by ? `${word} by ${by}` : word),
};

export const STEP_TOLD = {
  trying:
    "Telling the gateway. If the receiver is not running, start it: the callback is tried again by itself.",
};

/** What was decided, in one word. */
export const DECISION_WORDS: Readonly<Record<string, string>> = {
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
};
