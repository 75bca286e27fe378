export const TITLE_MAX = 120;

/** Characters of an answer; every agent with the same report reads it. */
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

export type IssueFacts = {
  id: string;
  /** The issue that takes the report: itself, or one merged into it. */
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

export type TrackerLink = { url: string; state: "open" | "closed" | null; checkedAt: Date | null };

export type Page<T> = { rows: T[]; nextCursor: string | null };

export type FeedbackFigures = {
  reports: number;
  /** Weeks in UTC from Monday as YYYY-MM-DD, oldest first, including empty ones. */
  weeks: { from: string; to: string; severities: Record<SeverityWord, number> }[];
  severities: Record<SeverityWord, number>;
  tools: { name: string; reports: number }[];
  agents: { name: string; reports: number }[];
};

/** With fewer distinct issues a month, after ninety days, the feedback tool is not worth it. */
export const UNIQUE_MIN = 10;

export const JUDGED_AFTER_DAYS = 90;

export type FeedbackInsight = {
  /** Issues reported in the last thirty days; a duplicate counts as its merge target. */
  unique: number;
  /** False in the first ninety days, when few issues are no sign yet. */
  judged: boolean;
  reported: number;
  answered: number;
  triaged: number;
  /** Seconds from the first report to the triage; null if none was triaged. */
  medianSeconds: number | null;
  oldest: { id: string; ref: string; firstSeenAt: Date } | null;
  /** The first days of the windows, in UTC. */
  since: { month: string; quarter: string };
};
