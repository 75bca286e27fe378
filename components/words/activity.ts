import type { Misfit } from "@/lib/activity/types";
import { counted } from "./durations";

export const ACTIVITY = {
  title: "Activity",
  description:
    "What people, gateways and Countersign itself did here. Each row carries a fingerprint of the one before it, so that a row that was changed or taken out is found.",
  table: "Activity, newest first",
  when: "When",
  what: "What happened",
  tenant: "Tenant",
  installation: "Installation",
  removed: "deleted",
  details: "Details",
  noDetails: "Nothing more was noted.",
  before: "Before",
  after: "After",
  none: "none",
  digest: (characters: number, sha256: string) =>
    `${counted(characters, "character", "characters")}, SHA-256 ${sha256.slice(0, 12)}…`,
  all: "The row's details",
  row: (seq: string) => `Row ${seq}`,
  fingerprint: "Fingerprint",
  subjectKinds: {
    approval: "call",
    tenant: "tenant",
    gateway: "gateway",
    tool: "tool",
    user: "person",
    cheatsheet: "cheatsheet",
    delivery: "callback",
    feedback: "issue",
    issue: "issue",
    trail: "this trail",
    setup: "setup",
    invitation: "invitation",
    view: "view",
  } as Readonly<Record<string, string>>,
  themself: "themself",
  filter: "Filter the activity",
  actor: "Who",
  anybody: "Anybody",
  action: "What",
  anything: "Anything",
  anyTenant: "Every tenant",
  since: "From",
  until: "Until",
  subject: "About",
  onlySubject: "Only what concerns one thing",
  allSubjects: "Show everything",
  empty: "Nothing has happened yet",
  emptyText:
    "Decisions, changes of settings, new keys and sign-ins are written down here, for ever, by whom and when.",
  noMatch: "Nothing matches",
  noMatchText: "No row fits these filters. Choose another time, or clear them.",
  older: "Older",
  newest: "Newest",
  paging: "Pages of activity",
  exportTitle: "Export",
  exportLines: "Verifiable (NDJSON)",
  exportCsv: "Table (CSV)",
  exportNote:
    "The verifiable form takes the tenant and the time from the filter and leaves the rest out: a trail with rows missing cannot be told from one that was tampered with. The table takes every filter, and cannot be verified. Check a file anywhere with",
  verifyCommand: "npm run countersign -- activity verify FILE",
  loading: "Loading the activity",
  failed: "The activity could not be read",
  failedText: "Nothing was changed. Try again; if it stays, tell an operator this id:",
  retry: "Try again",
};

/** What the members of details are called, as far as people change them; others by their own names. */
export const MEMBERS: Readonly<Record<string, string>> = {
  value: "What",
  ttl_seconds: "Waits for a decision",
  use_by_callback_seconds: "May start, when called back",
  use_by_reissue_seconds: "May start, when repeated",
  rejection_cooldown_seconds: "Stays rejected",
  rationale_grace_days: "Days of grace",
  confirm_mode: "confirm: true",
  auto_approve_high_risk: "High-risk calls let through",
  calls: "Days to keep calls",
  approvals: "Days to keep approvals",
  feedback: "Days to keep reports",
  risk: "Risk",
  requires_confirmation: "A person must confirm",
  our_impact: "Impact",
  our_category: "Category",
  decide_by: "To be decided by",
  callback_url: "Callback URL",
};

export const CHECK = {
  title: "Is it unbroken?",
  begin: "Check the trail",
  again: "Check again",
  resume: "Go on with the check",
  checking: "Checking…",
  progress: (rows: number, total: number) =>
    `${rows.toLocaleString("en")} of ${total.toLocaleString("en")} rows recomputed`,
  progressLabel: "Rows recomputed",
  never:
    "Nobody has checked it yet. Checking recomputes every row's fingerprint, from the first to the last.",
  unbroken: (rows: number, chains: number) =>
    `Unbroken: ${counted(rows, "row", "rows")} in ${counted(chains, "chain", "chains")}, each recomputed and each following the one before it.`,
  unfinished: "A check was begun and is not finished.",
  from: "From",
  to: "to",
  checkedBy: "Checked by",
  broken: (chains: number) => `${counted(chains, "chain does", "chains do")} not fit`,
  chains: "Each chain",
  chain: "Chain",
  rows: "Rows",
  result: "Result",
  head: "Last fingerprint",
  fits: "Unbroken",
  headNote:
    "Somebody who can rewrite the whole database can also rewrite fingerprints. Keep an exported file or the last fingerprint somewhere else, and compare.",
  problem: (kind: Misfit, seq: string) => PROBLEMS[kind].what(seq),
  means: (kind: Misfit) => PROBLEMS[kind].means,
  todo: "What to do: export the trail as it is now, compare it with the last file you kept or with a backup, and find out who could write to the database at that time. Countersign itself never changes or deletes a row.",
  fitted: (rows: number) =>
    rows === 0 ? "No row before it fits." : `The ${counted(rows, "row", "rows")} before it fit.`,
};

const PROBLEMS: Record<Misfit, { what: (seq: string) => string; means: string }> = {
  content: {
    what: (seq) => `Row ${seq} does not match its fingerprint.`,
    means: "Something in this row was changed after it was written.",
  },
  link: {
    what: (seq) => `Row ${seq} does not follow the row before it.`,
    means: "One of the two was changed together with its fingerprint, or put in from elsewhere.",
  },
  gap: {
    what: (seq) => `Row ${seq} is missing.`,
    means: "Rows were taken out; those after the gap cannot be judged.",
  },
  end: {
    what: (seq) => `The trail ends before row ${seq}, which was there at an earlier check.`,
    means: "Its last rows were taken out.",
  },
  rewritten: {
    what: (seq) => `Row ${seq} is not the one that an earlier check saw.`,
    means: "The rows fit one another, but they were written anew: somebody replaced the trail.",
  },
};
