import type { Misfit } from "@/lib/activity/types";
import { counted } from "./counted";

export const ACTIVITY = {
  title: "Activity",
  description:
    "What people, gateways and Countersign itself did here. Each row carries a fingerprint of the one before it, so a changed or missing row shows.",
  table: "Activity, newest first",
  when: "When",
  what: "What happened",
  tenant: "Tenant",
  installation: "Installation",
  removed: "deleted",
  details: "Details",
  noDetails: "No further details.",
  before: "Before",
  after: "After",
  member: "What",
  none: "none",
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
    "Countersign records every decision, change of settings, new key and sign-in here for good, with who did it and when.",
  noMatch: "Nothing matches",
  noMatchText: "No row matches these filters. Choose another time, or clear them.",
  badFilter: "Part of this address is not a filter Countersign knows, so it was ignored.",
  older: "Older",
  newest: "Newest",
  paging: "Pages of activity",
  exportTitle: "Export",
  exportLines: "Verifiable (NDJSON)",
  exportCsv: "Table (CSV)",
  exportNote:
    "The verifiable file applies only the tenant and time filters: a trail with rows left out looks like one that was tampered with. The table applies every filter and cannot be verified. Verify a file on any machine with",
  verifyCommand: "npm run countersign -- activity verify FILE",
  loading: "Loading the activity",
  failed: "The activity could not be read",
  failedText: "Nothing was changed. Try again; if it keeps failing, give an operator this id:",
  retry: "Try again",
};

/** What the members of details are called, as far as people change them. */
export const MEMBERS: Readonly<Record<string, string>> = {
  ttlSeconds: "Waits for a decision",
  useByCallbackSeconds: "May start, when called back",
  useByReissueSeconds: "May start, when repeated",
  rejectionCooldownSeconds: "Stays rejected",
  rationaleGraceDays: "Days of grace",
  confirmMode: "confirm: true",
  autoApproveHighRisk: "High-risk calls let through",
  calls: "Days to keep calls",
  approvals: "Days to keep approvals",
  feedback: "Days to keep reports",
  risk: "Risk",
  requires_confirmation: "A person must confirm",
};

export const CHECK = {
  title: "Is it unbroken?",
  begin: "Check the trail",
  again: "Check again",
  resume: "Continue the check",
  checking: "Checking…",
  progress: (rows: number, total: number) =>
    `${rows.toLocaleString("en")} of ${total.toLocaleString("en")} rows recomputed`,
  progressLabel: "Rows recomputed",
  never:
    "Nobody has checked it yet. Checking recomputes every row's fingerprint, from the first to the last.",
  unbroken: (rows: number, chains: number) =>
    `Unbroken: ${counted(rows, "row")} in ${counted(chains, "chain")}, each recomputed and each following the one before it.`,
  unfinished: "A check was started but did not finish.",
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
    "A person who can rewrite the whole database can also rewrite the fingerprints. Keep an exported file or the last fingerprint somewhere else, and compare.",
  problem: (kind: Misfit, seq: string) => PROBLEMS[kind].what(seq),
  means: (kind: Misfit) => PROBLEMS[kind].means,
  todo: "What to do: export the trail as it is now, compare it with the last file you kept or with a backup, and find out who could write to the database at that time. Countersign itself never changes or deletes a row.",
  fitted: (rows: number) =>
    rows === 0
      ? "No row before it is intact."
      : `The ${counted(rows, "row")} before it ${rows === 1 ? "is" : "are"} intact.`,
};

const PROBLEMS: Record<Misfit, { what: (seq: string) => string; means: string }> = {
  content: {
    what: (seq) => `Row ${seq} does not match its fingerprint.`,
    means: "Something in this row was changed after it was written.",
  },
  link: {
    what: (seq) => `Row ${seq} does not follow the row before it.`,
    means: "One of the two was changed together with its fingerprint, or inserted from elsewhere.",
  },
  gap: {
    what: (seq) => `Row ${seq} is missing.`,
    means: "Rows were removed; those after the gap cannot be checked.",
  },
  end: {
    what: (seq) => `The trail ends before row ${seq}, which was there at an earlier check.`,
    means: "Its last rows were removed.",
  },
  rewritten: {
    what: (seq) => `Row ${seq} is not the one that an earlier check saw.`,
    means: "The rows follow one another, but they were rewritten: the trail was replaced.",
  },
};
