import type { Mark } from "../triage/types";
import type { IssueState, Page, SeverityWord } from "../types";
import type { IssueHead, IssueTriage, PublicAnswer, ShownReport } from "../wire";

/** Ready-made views of the inbox. Open: nobody has said that it is over. */
export const INBOX_VIEWS = ["open", "new", "mine", "growing", "waiting", "snoozed", "closed", "all"] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

/** Orders of the inbox beside the usual one, in which those last seen come first. */
export const INBOX_ORDERS = ["signal"] as const;

export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** Counting stops here; beyond it people read "1,000+". */
export const INBOX_COUNT_MAX = 1_000;

/** Sessions and agents of an issue are told apart among so many of its newest reports. */
export const REPORTS_TOLD_APART = 1_000;

/** For a row of a list fewer are looked through: it has fifty of them. */
export const ROW_TOLD_APART = 250;

/** One issue of the inbox. Sessions and agents say how many it hit; one agent in a loop counts once. */
export type InboxRow = {
  id: string;
  ref: string;
  title: string;
  state: IssueState;
  /** Where the end of a snooze or a merge brings it. */
  returnsTo: IssueState | null;
  severity: SeverityWord;
  provider: string | null;
  tool: string | null;
  tenant: string;
  reports: number;
  /** Reports and what people did about the tool in the last weeks, as it was noted last. */
  signal: number;
  /** Told apart among the newest reports: there may be more where `reports` is more than ROW_TOLD_APART. */
  sessions: number;
  agents: number;
  answered: boolean;
  /** When it last changed, which an act on it has to know; a further report is no change. */
  updatedAt: Date;
  /** Null once it is closed. */
  mark: Mark | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

export type InboxPage = {
  rows: InboxRow[];
  nextCursor: string | null;
  counts: Record<InboxView, number>;
  choices: { tools: string[]; agents: string[]; tenants: string[] };
  /** The viewer's kept filter that this is. */
  saved: { id: string; name: string } | null;
  /** The database's time of this reading. */
  asOf: Date;
};

/** One issue, whole: the figures, the newest report's words, and what agents are told. */
export type IssueView = IssueHead & {
  tenant: string;
  severity: SeverityWord;
  provider: string | null;
  tool: string | null;
  toolId: string | null;
  answer: PublicAnswer;
  triage: IssueTriage;
  /** Null once it is closed. */
  mark: Mark | null;
  /** Where it leads on to; null while it is not merged. */
  mergedInto: IssueHead | null;
  /** The references of those that were merged into it. */
  merged: string[];
  /** When it last changed; an answer is refused when that was after it was read. */
  updatedAt: Date;
  reports: number;
  sessions: number;
  agents: string[];
  firstSeenAt: Date;
  lastSeenAt: Date;
};

export type ReportPage = Page<ShownReport>;
