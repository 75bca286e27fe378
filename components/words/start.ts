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

export const STEP_GATEWAY = {
  title: "Let a gateway in",
  lead: "A gateway is the system that posts calls and carries them out. It needs a name, a tenant (the organisation it acts for), and a key.",
  name: "Gateway",
  nameHint: "Letters, digits, dots and dashes.",
  tenant: "Tenant",
  tenantHint: "Created if it does not exist yet.",
  url: "Callback URL",
  urlHint:
    "Where Countersign sends decisions. The address filled in is a small receiver on this machine, which you start in the next step; leave it empty for a gateway that asks by itself.",
  submit: "Create gateway and key",
  pending: "Creating…",
  here: (name: string) => `The gateway ${name} is there.`,
  keyGone: "Its key was shown once and is no longer on this screen.",
  noKey: "It has no key yet.",
  makeKey: "Make a key",
  makingKey: "Making the key…",
  manage: "Manage the gateway",
};

export const STEP_RECEIVER = {
  title: "Start a receiver",
  lead: "It plays the part of your gateway: it checks the signature of every callback and prints what it was told. Run it in the folder of Countersign and leave it running.",
  label: "Command that starts the receiver",
  copy: "Copy the command",
  none: "This gateway has no callback URL: it will ask for the decision itself, so there is nothing to start.",
};

export const STEP_CALL = {
  title: "Send a test call",
  lead: "In another terminal. The command holds the key; nothing is carried out, whatever you decide.",
  label: "Command that sends a test call",
  copy: "Copy the command",
  needsKey: "Make a key above to see the command with the key in it.",
  waiting: "Waiting for the call…",
};

export const STEP_DECIDE = {
  title: "Decide it",
  lead: "The call waits for a person now.",
  open: "Open the call",
  before: "Comes after the call has arrived.",
  decided: (word: string, by: string | null) => (by ? `${word} by ${by}` : word),
};

export const STEP_TOLD = {
  title: "See the gateway told",
  before: "Comes after the decision.",
  delivered: "The receiver acknowledged the signed callback.",
  see: "See the signed request and the response",
  trying:
    "Telling the gateway. If the receiver is not running, start it: the callback is tried again by itself.",
  lastError: "Last response:",
  dead: "The gateway could not be told. Start the receiver, then send the callback again from its page.",
  asking: "This gateway asks by itself. Ask as it would:",
  askLabel: "Command that asks for the decision",
  copy: "Copy the command",
  asked: "The gateway asked, and learnt the decision.",
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
