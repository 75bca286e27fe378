import type { Claim, DeclineReason, Mark, Priority } from "./triage/types";

export const TITLE_MAX = 120;

/** Characters of what people tell agents; each agent that reports the same reads it. */
export const ANSWER_MAX = 2_000;

export const SEVERITIES = ["low", "med", "high"] as const;

export type SeverityWord = (typeof SEVERITIES)[number];

export const ISSUE_STATES = [
  "new",
  "accepted",
  "in_progress",
  "resolved",
  "regressed",
  "declined",
  "needs_info",
  "snoozed",
  "merged",
] as const;

export type IssueState = (typeof ISSUE_STATES)[number];

/** What agents may be told about an issue. */
export type PublicAnswer = {
  state: IssueState;
  message: string | null;
  workaround: string | null;
  fixedIn: string | null;
};

/** An issue as a report names it. */
export type IssueHead = { id: string; ref: string; title: string; state: IssueState; url: string };

/** Of an issue, what a report that joins it is answered with. */
export type IssueFacts = {
  id: string;
  /** Where the report is put: the issue itself, or one that was merged into it. */
  joins: string;
  number: number;
  title: string;
  state: string;
  answer: string | null;
  workaround: string | null;
  fixedIn: string | null;
  provider: string | null;
  fingerprintVersion: number;
  lastSeenAt: Date;
};

/** What ends a snooze: the first of these to come. `reports` are those that come after it began. */
export type Snooze = {
  until: Date | null;
  reports: number | null;
  severity: SeverityWord | null;
  correction: boolean;
  newVersion: boolean;
};

/** The item of an outside tracker. */
export type TrackerLink = { url: string; state: "open" | "closed" | null; checkedAt: Date | null };

/** What people decided about an issue. */
export type IssueTriage = {
  priority: Priority | null;
  claim: Claim;
  assignee: { id: string; name: string } | null;
  labels: string[];
  tracker: TrackerLink | null;
  declineReason: DeclineReason | null;
  fixedAt: Date | null;
  /** Null while it is not snoozed. */
  snooze: Snooze | null;
};

export type IssueRow = IssueHead & {
  tenant: string;
  provider: string | null;
  tool: string | null;
  answer: PublicAnswer | null;
  severity: SeverityWord;
  /** The reference of the issue it leads on to. */
  mergedInto: string | null;
  /** Null for gateways: it is the team's own. */
  triage: IssueTriage | null;
  /** Null once it is closed. */
  mark: Mark | null;
  /** How often it was reported. */
  reports: number;
  createdAt: Date;
  updatedAt: Date;
};

/** An issue with how many it hit, those merged into it included. */
export type CountedIssue = IssueRow & {
  figures: { sessions: number; agents: number; firstSeenAt: Date; lastSeenAt: Date };
};

export type FeedbackRow = {
  id: string;
  externalId: string | null;
  tenant: string;
  gateway: string;
  issue: IssueHead;
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  toolCalled: string | null;
  provider: string | null;
  errorSeen: string | null;
  severity: SeverityWord;
  rationale: string | null;
  suggestedImprovement: string | null;
  agent: string | null;
  sessionId: string | null;
  /** The caller's own id of the call that it is about. */
  callId: string | null;
  occurredAt: Date | null;
  createdAt: Date;
};

/** What an agent wrote in a report. */
export type ReportTexts = Pick<
  FeedbackRow,
  "attemptedAction" | "expectedOutcome" | "actualOutcome" | "errorSeen" | "rationale" | "suggestedImprovement"
>;

/** A report as pages show it: without what looks like a credential, and whether anything was left out. */
export type ShownReport = FeedbackRow & {
  masked: boolean;
  /** What equal reports have in common, and the fingerprint that is made of it. */
  print: { text: string; fingerprint: string; version: number };
};

export type Page<T> = { rows: T[]; nextCursor: string | null };

/** Reports of the last weeks, by severity, tool and agent. */
export type FeedbackFigures = {
  reports: number;
  /** Weeks in UTC, the first day (a Monday) as YYYY-MM-DD, oldest first; weeks without reports too. */
  weeks: { from: string; to: string; severities: Record<SeverityWord, number> }[];
  severities: Record<SeverityWord, number>;
  tools: { name: string; reports: number }[];
  agents: { name: string; reports: number }[];
};

/** Fewer different issues a month, after the first ninety days, and the feedback tool is not worth its place. */
export const UNIQUE_MIN = 10;

export const JUDGED_AFTER_DAYS = 90;

/** How the feedback of agents fares, for those who answer it. */
export type FeedbackInsight = {
  /** Issues reported in the last thirty days; a duplicate counts with the one it leads to. */
  unique: number;
  /** False in the first ninety days, when few issues say nothing yet. */
  judged: boolean;
  /** Of the issues reported in the last ninety days. */
  reported: number;
  answered: number;
  triaged: number;
  /** Seconds from an issue's first report, or a duplicate's, until a person said what is to become of it; null where nobody has. */
  medianSeconds: number | null;
  oldest: { id: string; ref: string; firstSeenAt: Date } | null;
  /** The first days of the windows, in UTC. */
  since: { month: string; quarter: string };
};
