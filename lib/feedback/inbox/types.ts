import type { Mark } from "../triage/types";
import type { IssueState, Page, SeverityWord } from "../types";
import type { IssueHead, IssueTriage, PublicAnswer, ShownReport } from "../wire";

/** Predefined views of the inbox. Open: not closed by a person. */
export const INBOX_VIEWS = ["open", "new", "mine", "growing", "waiting", "snoozed", "closed", "all"] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

/** Further orders of the inbox; by default, last seen first. */
export const INBOX_ORDERS = ["signal"] as const;

export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** Counts stop here; pages show "1,000+". */
export const INBOX_COUNT_MAX = 1_000;

/** Newest reports among which sessions and agents of an issue are counted. */
export const REPORTS_TOLD_APART = 1_000;

/** Fewer for a row of a list, which has fifty of them. */
export const ROW_TOLD_APART = 250;

/** One issue of the inbox. Sessions and agents show its reach; one agent in a loop counts once. */
/** Days of which a row shows the reports. */
export const COURSE_DAYS = 14;

export type InboxRow = {
  id: string;
  ref: string;
  title: string;
  state: IssueState;
  /** The state after a snooze or merge ends. */
  returnsTo: IssueState | null;
  severity: SeverityWord;
  provider: string | null;
  tool: string | null;
  tenant: string;
  reports: number;
  /** Reports and people's corrections of the tool in the last weeks, as last computed. */
  signal: number;
  /** Counted among the newest reports: a minimum if `reports` exceeds ROW_TOLD_APART. */
  sessions: number;
  agents: number;
  /** Reports on each of the last COURSE_DAYS days (UTC), oldest first; empty without any. */
  course: number[];
  answered: boolean;
  /** When it last changed, for an act on it; a further report is no change. */
  updatedAt: Date;
  mark: Mark | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

export type InboxPage = {
  rows: InboxRow[];
  nextCursor: string | null;
  counts: Record<InboxView, number>;
  choices: { tools: string[]; agents: string[]; tenants: string[] };
  saved: { id: string; name: string } | null;
  asOf: Date;
};

export type IssueView = IssueHead & {
  tenant: string;
  severity: SeverityWord;
  provider: string | null;
  tool: string | null;
  toolId: string | null;
  answer: PublicAnswer;
  triage: IssueTriage;
  mark: Mark | null;
  /** Its merge target; null if not merged. */
  mergedInto: IssueHead | null;
  merged: string[];
  /** When it last changed; a later change makes an answer stale. */
  updatedAt: Date;
  reports: number;
  sessions: number;
  agents: string[];
  firstSeenAt: Date;
  lastSeenAt: Date;
};

export type ReportPage = Page<ShownReport>;
