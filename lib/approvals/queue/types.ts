import type { RiskWord } from "@/lib/core/risk";
import { DECISIONS, type DecisionWord, type StatusWord } from "../types";

export const QUEUE_VIEWS = ["mine", "all", "high", "snoozed", "decided", "attention"] as const;

export type QueueView = (typeof QUEUE_VIEWS)[number];

/** How a decided call ended. */
export const ENDS = DECISIONS.filter((decision) => decision !== "pending");

/** Whom decided calls waited for: people, or people at high and critical risk. What a gateway took back is left out. */
export const ASKED = ["people", "high"] as const;

/** How soon people decided: within UNREAD_SECONDS; or high and up, approved by everyone who voted within AT_ONCE_MINUTES. */
export const PACES = ["unread", "at_once"] as const;

/** What a call does not name, to find only those. */
export const UNNAMED = ["provider"] as const;

/** Whether people changed the arguments. */
export const EDITED = ["yes", "no"] as const;

/** What a person was looking at, exact enough to decide it. */
export type SeenCall = { id: string; revision: number; argumentsSha256: string };

/** One call of a folded row. */
export type QueueMember = SeenCall & { createdAt: Date; decideBy: Date };

export type AssignmentView = { userId: string; name: string; until: Date };

/** One row of the queue: a call, or calls that a person would judge alike. */
export type QueueRow = SeenCall & {
  /** Names the row while its calls come and go. */
  key: string;
  risk: RiskWord;
  /** What will happen: the gateway's summary, or a sentence made from tool and arguments. */
  headline: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  tenant: string;
  gateway: string;
  status: StatusWord;
  decision: DecisionWord;
  /** True: the gateway could not be told. */
  undelivered: boolean;
  createdAt: Date;
  decideBy: Date;
  /** While enough people have approved it and may take that back: when it is released. */
  releaseAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** A policy let it through or refused it, and no person was asked. */
  byPolicy: boolean;
  /** One person approved it alone, past what was asked of the approval. */
  brokeGlass: boolean;
  /** How many people have to approve it, and while it waits for several, how many have. */
  approvalsRequired: number;
  approvalsGiven: number;
  assignment: AssignmentView | null;
  /** When it last changed: what a person saw, for the user who acknowledges it. */
  changedAt: Date;
  /** Who acknowledged what went wrong. */
  acknowledgedBy: string | null;
  /** Until when this person does not want to see it. */
  snoozedUntil: Date | null;
  /** All calls of a folded row, the row's own first, at most MEMBERS_MAX; empty when it stands alone. */
  members: QueueMember[];
  /** True: there are more calls like these than listed. */
  moreMembers: boolean;
};

/** A call decided or approved a moment ago, for rows about to leave the screen. */
export type RecentDecision = {
  id: string;
  key: string;
  decision: DecisionWord;
  by: string | null;
  /** Of a call that still waits, once the viewer approved it or enough people did: how far that is. */
  agreed: { yours: boolean; given: number; required: number; held: boolean } | null;
};

type QueueCounts = { mine: number; all: number; snoozed: number; attention: number };

/** Calls that a browser asks about at once; after more changes it reads the whole page. */
export const CHANGES_MAX = 100;

/** Where some calls stand in a list now. */
export type QueueChanges = {
  /** Those of them that the viewer may see, each with the key of the row it stands in, or stood in until now. */
  calls: RecentDecision[];
  /** These rows as they are now; a row of `calls` that is missing here is gone from the list. */
  rows: QueueRow[];
  /** The database's time of this reading. */
  asOf: Date;
};

export type QueuePage = {
  rows: QueueRow[];
  nextCursor: string | null;
  /** In scope per view, counted up to COUNT_CAP. */
  counts: QueueCounts;
  /** The database's time of the counts. */
  countedAt: Date;
  /** The viewer's kept filter that this is. */
  saved: { id: string; name: string } | null;
  recent: RecentDecision[];
  /** For the empty queue: the last decision a person made. */
  lastDecision: { at: Date; by: string } | null;
  /** Values offered by the filters, at most 50 each. */
  facets: { tools: string[]; tenants: string[]; gateways: string[]; agents: string[] };
  /** Whose votes it is narrowed to, for who may know; null where to nobody's. */
  voter: string | null;
  /** When the next snoozed call comes back. */
  nextReturnAt: Date | null;
  /** The database's time of this reading. */
  asOf: Date;
};

/** Calls listed under one folded row. */
export const MEMBERS_MAX = 50;

/** A search takes in the newest calls that match, so that a word everybody uses costs no more than a rare one. */
export const SEARCH_MAX = 1_000;

/** Shorter texts have no index: they have to be a whole name. */
export const SEARCH_CHARS_MIN = 3;

/** A call that waits for this person. The headline is the gateway's words. */
export type WaitingCall = {
  id: string;
  risk: RiskWord;
  headline: string;
  tenant: string;
  createdAt: Date;
  decideBy: Date;
};

/** What waits for one person. */
export type Waiting = {
  /** Calls this person can decide, counted up to COUNT_CAP. */
  count: number;
  /** Those of them that run out within URGENT_MINUTES. */
  urgent: number;
  /** Calls that went wrong and that nobody has acknowledged, counted up to COUNT_CAP. */
  attention: number;
  /** The first few: those that run out within URGENT_MINUTES, then the strictest. */
  calls: WaitingCall[];
  /** The strictest few of the last ARRIVED_MAX: many small ones that arrive at once keep no critical one from being told. */
  newest: WaitingCall[];
  /** What those views of the queue hold that say so, counted up to COUNT_CAP. */
  views: QueueCounts;
  /** The database's time of this reading. */
  asOf: Date;
};

export const URGENT_MINUTES = 15;

/** So many that arrive between two readings of a page are looked at for what somebody is notified of. */
export const ARRIVED_MAX = 48;

/** As many as a bell's panel shows. */
export const WAITING_MAX = 8;
