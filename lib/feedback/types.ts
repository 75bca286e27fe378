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

/** The item of an outside tracker. */
export type TrackerLink = { url: string; state: "open" | "closed" | null; checkedAt: Date | null };

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
