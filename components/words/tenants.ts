import type { SettingsNow } from "@/lib/insights/types";
import type { TenantSettings } from "@/lib/tenants/types";
import { counted, durationWords } from "./durations";

const count = (value: number, cap: number, one: string, many: string) =>
  value > cap ? `more than ${counted(cap, one, many)}` : counted(value, one, many);

export const TENANTS = {
  title: "Tenants",
  description:
    "A tenant is the organisation on whose behalf agents make calls. Each has its own settings, ratings and trail.",
  filter: "Filter tenants",
  search: "Part of a name or key",
  table: "Tenants by key",
  columns: {
    name: "Name",
    key: "Key",
    pending: "Waiting",
    lastCall: "Last call",
    gateways: "Gateways",
    grace: "Grace period",
    offenders: "Without rationale",
  },
  never: "None yet",
  graceUntil: "until",
  graceOver: "Over",
  graceNotBegun: "Begins with the first call",
  offendersHint: "Callers without a rationale in the last 30 days",
  empty: "No tenant yet",
  emptyText:
    "A tenant appears when a gateway is registered for it. You can also make one now and register its gateway afterwards.",
  noMatch: "No tenant matches",
  noMatchText: "No name and no key holds these letters.",
  older: "More tenants",
  first: "Back to the first",
  paging: "Pages of tenants",
  create: "Create a tenant…",
  createTitle: "Create a tenant",
  createNote:
    "It begins with the default settings. No gateway acts for it until one is registered for its key.",
  createDo: "Create the tenant",
  creating: "Creating…",
  key: "Key",
  keyHint:
    "Gateways name the tenant by it, so it cannot be changed later. Letters, digits, dots, dashes, underscores.",
  name: "Name",
  nameHint: "What people read. Without one, the key.",
  forbidden: "Tenants are set up by administrators",
  forbiddenText:
    "Your role cannot change or see these settings. Ask an administrator what holds for a tenant.",
  loading: "Loading the tenants",
  failed: "The tenants could not be read",
  failedText: "Nothing was changed. Try again; if it stays, tell an operator this id:",
  retry: "Try again",
};

export const TENANT = {
  parts: "Parts of this tenant's settings",
  settings: "Deciding",
  ratings: "Ratings",
  grace: "Rationales",
  retention: "Keeping",
  danger: "Delete",
  loading: "Loading the tenant's settings",
  nameTitle: "Name",
  nameNote: "What people read. The key stays: gateways use it.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  settingsNote:
    "A setting holds from the moment it is saved, for calls that arrive from then on. Every change is in the activity log.",
  default: "Default",
  changedBy: "Changed by",
  neverChanged: "Never changed",
  takeDefault: (words: string) => `Use the default (${words})`,
  discard: "Discard",
  now: "Now:",
  history: "See its activity",
  stale: (value: string) => `This was changed to ${value} while you were editing. Yours is not saved.`,
  takeTheirs: (value: string) => `Keep ${value}`,
  saveMine: "Save mine instead",
};

type Name = keyof TenantSettings;

/** Each setting: what it is, what follows from its value, what it means at this moment. */
export const SETTING: Record<
  Name,
  {
    title: string;
    means: (value: never) => string;
    now: (now: SettingsNow, value: never) => string;
  }
> = {
  autoApproveHighRisk: {
    title: "Let high-risk calls through without a person",
    means: (on: boolean) =>
      on
        ? "Nobody is asked. High-risk calls run at once and are only written down; critical ones too. Reject, edit and cool-down do nothing for this tenant."
        : "High-risk and critical calls wait for a person, as your policies and ratings say.",
    now: ({ autoApproved }: SettingsNow, on: boolean) =>
      on
        ? `${count(autoApproved, 10_000, "call", "calls")} ran unseen in the last 7 days.`
        : autoApproved > 0
          ? `${count(autoApproved, 10_000, "call", "calls")} ran unseen in the last 7 days, while it was on.`
          : "No call ran unseen in the last 7 days.",
  },
  confirmMode: {
    title: "When a gateway says the user already confirmed",
    means: (mode: string) =>
      mode === "accept"
        ? "A call with confirm: true runs without a person here. Anyone who can make the agent send that member is believed."
        : "confirm: true changes nothing: the call waits for a person like any other.",
    now: ({ confirmed }: SettingsNow) =>
      `${count(confirmed, 10_000, "call", "calls")} ran on a gateway's word in the last 7 days.`,
  },
  ttlSeconds: {
    title: "How long a call waits for a decision",
    means: (seconds: number) =>
      `A call that nobody decides within ${durationWords(seconds)} expires: it does not run, and the agent is told that no one answered. A gateway may ask for another time.`,
    now: ({ pending }: SettingsNow, seconds: number) =>
      `${pending === 0 ? "No call is pending" : `${count(pending, 10_000, "pending call keeps its", "pending calls keep their")} deadline`}; new ones get ${durationWords(seconds)}.`,
  },
  useByCallbackSeconds: {
    title: "How long an approved call may start, when the gateway is called back",
    means: (seconds: number) =>
      `If the gateway has not begun within ${durationWords(seconds)} of the approval, the approval lapses and the call never runs.`,
    now: ({ awaitingCallback }: SettingsNow) =>
      awaitingCallback === 0
        ? "No approved call is waiting to start."
        : `${count(awaitingCallback, 10_000, "approved call waits", "approved calls wait")} to start and keep the time they got.`,
  },
  useByReissueSeconds: {
    title: "How long an approved call may start, when the agent repeats it",
    means: (seconds: number) =>
      `The agent has ${durationWords(seconds)} after the approval to make the same call again; after that it must ask again.`,
    now: ({ awaitingReissue }: SettingsNow) =>
      awaitingReissue === 0
        ? "No grant is unused."
        : `${count(awaitingReissue, 10_000, "grant is", "grants are")} unused and keep the time they got.`,
  },
  rejectionCooldownSeconds: {
    title: "How long a rejected call stays rejected",
    means: (seconds: number) =>
      seconds === 0
        ? "A rejected call may be asked for again at once: people can be asked the same thing over and over."
        : `The same call, asked for again within ${durationWords(seconds)} of its rejection, is refused at once and nobody is asked.`,
    now: ({ coolingDown }: SettingsNow) =>
      coolingDown === 0
        ? "No rejected call is cooling down."
        : `${count(coolingDown, 10_000, "rejected call is", "rejected calls are")} cooling down.`,
  },
  rationaleGraceDays: {
    title: "Grace period for missing rationales",
    means: (days: number) =>
      days === 0
        ? "Every call needs a rationale of 10 to 500 characters from the first one on."
        : `For ${counted(days, "day", "days")} after the tenant's first call, a missing rationale is a warning. After that the call is refused.`,
    now: ({ firstRowAt }: SettingsNow) =>
      firstRowAt === null
        ? "No call has arrived, so it has not begun."
        : "See “Rationales” below for its end and who leaves them out.",
  },
};

export const CHOICES = {
  autoApproveHighRisk: [
    { value: "off", label: "A person decides" },
    { value: "on", label: "Let through" },
  ],
  confirmMode: [
    { value: "ignore", label: "Ask a person anyway" },
    { value: "accept", label: "Believe it" },
  ],
} as const;

/** What has to be agreed to before a dangerous value is saved. */
export const DANGEROUS = {
  autoApproveHighRisk: {
    title: "Let high-risk calls run without a person?",
    text: (tenant: string) =>
      `Every high-risk and critical call of ${tenant} will run the moment an agent asks, and nobody will be asked first. What it does cannot be taken back from here. Calls that wait now go on waiting.`,
    confirm: "Let them run unseen",
  },
  confirmMode: {
    title: "Believe confirm: true?",
    text: (tenant: string) =>
      `Any gateway or agent of ${tenant} that sends confirm: true gets its call through without a person. A prompt injection that makes an agent send it does too.`,
    confirm: "Believe it",
  },
} as const;

export const RATINGS = {
  title: "Ratings of this tenant's own",
  note: "They come before the ratings for all tenants and may raise or lower the risk. Calls that wait now keep the risk they came with.",
  table: "Ratings of this tenant",
  tool: "Tool",
  global: "For all tenants",
  own: "For this tenant",
  by: "By",
  at: "When",
  remove: "Remove",
  removing: "Removing…",
  removed: (tool: string) => `The rating of ${tool} is removed: the one for all tenants holds again.`,
  restored: (tool: string) => `The rating of ${tool} is back.`,
  empty: "No rating of its own",
  emptyText:
    "The ratings for all tenants hold. Add one where this tenant must be stricter, or may be less strict.",
  add: "Add a rating…",
  addTitle: "Rate a tool for this tenant",
  addNote: "It holds for new calls at once.",
  choose: "Tool",
  chooseHint: "Tools of the gateways that serve this tenant",
  risk: "Risk",
  confirmation: "A person must confirm",
  asRated: "As rated for all",
  yes: "Yes",
  no: "No",
  must: "a person confirms",
  mustNot: "no confirmation",
  addDo: "Rate the tool",
  adding: "Rating…",
  noTools: "No gateway that serves this tenant has published tools yet.",
  stale: (tool: string) =>
    `Somebody rated ${tool} meanwhile. Nothing was changed; look at the rating that holds now.`,
  gone: (tool: string) => `${tool} is gone. Nothing was changed.`,
  nothing: "Choose a risk or whether a person must confirm.",
  noTool: "Choose a tool.",
  more: (limit: number) => `Only the first ${limit} are shown. Find others on the tools page.`,
  system: "Command line",
};

export const GRACE = {
  title: "Rationales and the grace period",
  notBegun: (days: number) =>
    `No call has arrived yet. The grace period begins with the first one and lasts ${counted(days, "day", "days")}.`,
  running: "A missing rationale is a warning until",
  runningAfter: "; after that such calls are refused.",
  over: "The grace period ended",
  overAfter: ": calls without a rationale are refused.",
  end: "End it now…",
  endTitle: "End the grace period now?",
  endText: (callers: number) =>
    callers === 0
      ? "From now on every call without a rationale of 10 to 500 characters is refused with 422. No caller has left one out."
      : `From now on every call without a rationale of 10 to 500 characters is refused with 422. The callers listed here will fail until they send one.`,
  endDo: "End the grace period",
  ending: "Ending…",
  extendBy: "Days to add",
  extend: "Extend",
  extending: "Extending…",
  extended: "Extended",
  table: "Callers that left their rationale out",
  listTitle: "Callers that left it out",
  gateway: "Gateway",
  agent: "Agent",
  day: "Day (UTC)",
  calls: "Calls",
  noAgent: "Unknown: the call named no agent",
  noGateway: "Unknown: the gateway is gone",
  empty: "Nobody has left a rationale out",
  emptyText: "Calls without one are listed here by gateway, agent and day, so that you know whom to ask.",
  older: "Older",
  newest: "Newest",
  paging: "Pages of callers",
};

export const RETENTION = {
  title: "How long rows are kept",
  note: "What is older is deleted by the worker, some thousands at a time, within a day. It cannot be brought back. Activity is never deleted.",
  kinds: {
    calls: {
      title: "Calls that agents made",
      one: "call",
      many: "calls",
      deletes:
        "Deletes the call with its rationale, arguments and outcome. The counts per day, and which callers left a rationale out, stay.",
    },
    approvals: {
      title: "Decided approvals with their arguments",
      one: "decided approval",
      many: "decided approvals",
      deletes:
        "Deletes the approval with its arguments, votes, result and callbacks. What is pending, running or could not be told to its gateway stays, however old. The activity log still says who decided.",
    },
    feedback: {
      title: "Reports of agents and corrections by users",
      one: "report or correction",
      many: "reports and corrections",
      deletes:
        "Deletes the reports and corrections with their words. The issue they belong to stays, with its title, number, state, answer and count.",
    },
  },
  forEver: "For ever",
  days: "For a time",
  dayCount: "Days",
  dayCountOf: (what: string) => `Days to keep: ${what}`,
  bounds: (min: number, max: number) => `A whole number of days from ${min} to ${max.toLocaleString("en")}.`,
  keeps: (days: number | null) =>
    days === null ? "Kept for ever" : `Kept for ${counted(days, "day", "days")}`,
  counting: "Counting…",
  preview: (rows: number, cap: number, one: string, many: string) =>
    rows === 0
      ? `No ${one} is older than that now.`
      : `Would delete ${count(rows, cap, one, many)} older than`,
  previewFailed: "It could not be counted what this would delete.",
  confirmTitle: (what: string) => `Delete old rows: ${what.toLowerCase()}?`,
  confirmDo: "Keep for this time only",
  saveAsk: "Save…",
  lastRun: "Last deleted",
  ran: (parts: string) => `${parts},`,
  neverRan: "Nothing was deleted in the last 90 days.",
};

export const DANGER = {
  title: "Delete this tenant",
  gone: (parts: string) =>
    `Deleting takes ${parts} with it, its ratings and its settings. Gateways and people stay, but no longer act for it or see it. It cannot be brought back.`,
  stays: "What stays: its activity log, unbroken, for administrators of all tenants.",
  exportFirst: "Save what you need first:",
  exportCalls: "All calls (NDJSON)",
  exportTrail: "Activity (verifiable NDJSON)",
  blocked: "It cannot be deleted yet:",
  blockers: {
    pending: (n: number) => `${counted(n, "call waits", "calls wait")} for a decision`,
    awaiting: (n: number) => `${counted(n, "approved call has", "approved calls have")} not started`,
    executing: (n: number) => `${counted(n, "call is", "calls are")} running`,
    untold: (n: number) => `${counted(n, "callback is", "callbacks are")} still owed to gateways`,
  },
  cancelPending: (n: number) => `Cancel ${counted(n, "pending call", "pending calls")}…`,
  cancelTitle: "Cancel every pending call of this tenant?",
  cancelText: "Each ends as cancelled, does not run, and its gateway is told. It cannot be undone.",
  cancelDo: "Cancel them",
  cancelling: "Cancelling…",
  delete: "Delete the tenant…",
  deleteTitle: (key: string) => `Delete ${key}?`,
  deleteText:
    "At once nobody can name it any more and no key acts for it; its rows are deleted in the minutes after.",
  deleteDo: "Delete the tenant",
  deleting: "Deleting…",
  notAll: "Only administrators of all tenants can delete a tenant.",
  parts: (calls: string, approvals: string, feedback: string) => `${calls}, ${approvals} and ${feedback}`,
  counts: {
    calls: (n: number, cap: number) => count(n, cap, "call", "calls"),
    approvals: (n: number, cap: number) => count(n, cap, "approval", "approvals"),
    feedback: (n: number, cap: number) => count(n, cap, "report", "reports"),
  },
};
