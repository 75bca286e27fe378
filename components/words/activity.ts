import type { Misfit } from "@/lib/activity/types";

export const ACTIVITY = {
  tenant: "Tenant",
  installation: "Installation",
  removed: "deleted",
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
  filter: "Filter the activity",
  actor: "Who",
  anybody: "Anybody",
  action: "What",
  anything: "Anything",
  anyTenant: "Every tenant",
  since: "From",
  until: "Until",
  onlySubject: "Only what concerns one thing",
  allSubjects: "Show everything",
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
  problem: (kind: Misfit, seq: string) => PROBLEMS[kind].what(seq),
  means: (kind: Misfit) => PROBLEMS[kind].means,
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
