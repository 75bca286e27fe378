import type { SettingsNow } from "@/lib/insights/types";
import type { TenantSettings } from "@/lib/tenants/types";
import { counted, durationWords } from "./durations";

const count = (value: number, cap: number, one: string, many: string) =>
  value > cap ? `more than ${counted(cap, one, many)}` : counted(value, one, many);

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

export const RETENTION = {
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

  preview: (rows: number, cap: number, one: string, many: string) =>
    rows === 0
      ? `No ${one} is older than that now.`
      : `Would delete ${count(rows, cap, one, many)} older than`,
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
