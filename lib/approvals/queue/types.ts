import type { RiskWord } from "@/lib/core/risk";
import type { SeatView } from "../deciders/types";
import { DECISIONS, type DecisionWord, type StatusWord } from "../types";

export const QUEUE_VIEWS = ["mine", "all", "high", "snoozed", "decided", "attention"] as const;

export type QueueView = (typeof QUEUE_VIEWS)[number];

export const ENDS = DECISIONS.filter((decision) => decision !== "pending");

/** Calls that waited for people, or at high and critical risk. Excludes cancelled calls. */
export const ASKED = ["people", "high"] as const;

/** Within UNREAD_SECONDS; or high and critical, approved by all within AT_ONCE_MINUTES. */
export const PACES = ["unread", "at_once"] as const;

/** Filters for calls that lack this name. */
export const UNNAMED = ["provider"] as const;

export const EDITED = ["yes", "no"] as const;

/** The exact version that a person saw, as required to decide it. */
export type SeenCall = { id: string; revision: number; argumentsSha256: string };

export type QueueMember = SeenCall & { createdAt: Date; decideBy: Date };

export type AssignmentView = { userId: string; name: string; until: Date };

export type QueueRow = SeenCall & {
  key: string;
  risk: RiskWord;
  /** The gateway's summary, or a sentence made from tool and arguments. */
  headline: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  tenant: string;
  gateway: string;
  status: StatusWord;
  decision: DecisionWord;
  /** True: its callback failed. */
  undelivered: boolean;
  createdAt: Date;
  decideBy: Date;
  /** It expires within URGENT_MINUTES of the read, so it comes before calls of a higher risk. */
  soon: boolean;
  /** When a held call is released; until then its approvers can withdraw. */
  releaseAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** A policy allowed or refused it without a person. */
  byPolicy: boolean;
  /** People voted on it, and it no longer waits. */
  byPerson: boolean;
  /** One person approved it alone and bypassed the approval rules. */
  brokeGlass: boolean;
  /** The required number of approvals and, while it waits for several, how many are given. */
  approvalsRequired: number;
  approvalsGiven: number;
  /** Of several seats, who fills each while it waits; null where the number of people decides. */
  seats: SeatView[] | null;
  assignment: AssignmentView | null;
  /** The last change: the version that a person saw, for its acknowledgement. */
  changedAt: Date;
  acknowledgedBy: string | null;
  /** The owner of its agent, named only on calls that no longer wait. */
  owner: string | null;
  /** Its newest callback, if that failed. */
  failedDeliveryId: string | null;
  /** A person recorded what happened to a call whose outcome was unknown. */
  outcomeKnown: boolean;
  snoozedUntil: Date | null;
  /** All calls of a collapsed row, its own first, at most MEMBERS_MAX; empty for a single call. */
  members: QueueMember[];
  moreMembers: boolean;
};

/** A recently decided or approved call, for rows about to leave the screen. */
export type RecentDecision = {
  id: string;
  key: string;
  decision: DecisionWord;
  by: string | null;
  /** The progress of a call that still waits after the viewer or enough people approved it. */
  agreed: { yours: boolean; given: number; required: number; held: boolean } | null;
};

type QueueCounts = { mine: number; all: number; snoozed: number; attention: number };

/** Calls that a browser requests at once; after more changes it reads the whole page. */
export const CHANGES_MAX = 100;

export type QueueChanges = {
  /** The calls that the viewer may see, each with the key of its current or last row. */
  calls: RecentDecision[];
  /** These rows as they are now; a row of `calls` that is missing here has left the list. */
  rows: QueueRow[];
  asOf: Date;
};

export type QueuePage = {
  rows: QueueRow[];
  nextCursor: string | null;
  counts: QueueCounts;
  countedAt: Date;
  saved: { id: string; name: string } | null;
  recent: RecentDecision[];
  /** For the empty queue: the last decision by a person. */
  lastDecision: { at: Date; by: string } | null;
  /** Filter options, at most 50 each. */
  facets: { tools: string[]; tenants: string[]; gateways: string[]; agents: string[] };
  /** The person whose votes filter the list, if the viewer may know; null without that filter. */
  voter: string | null;
  nextReturnAt: Date | null;
  asOf: Date;
};

export const MEMBERS_MAX = 50;

/** A search covers the newest matches, so that a frequent word costs no more than a rare one. */
export const SEARCH_MAX = 1_000;

/** Shorter texts have no index: they must be a whole name. */
export const SEARCH_CHARS_MIN = 3;

export type WaitingCall = {
  id: string;
  risk: RiskWord;
  headline: string;
  tenant: string;
  createdAt: Date;
  decideBy: Date;
  /** When people were reminded of it last; null before the first reminder. */
  remindedAt: Date | null;
};

export type Waiting = {
  /** Calls that this person can decide, counted up to COUNT_CAP. */
  count: number;
  urgent: number;
  /** Failed calls without acknowledgement, counted up to COUNT_CAP. */
  attention: number;
  /** The first few: those that expire within URGENT_MINUTES, then the highest risk. */
  calls: WaitingCall[];
  /** The highest-risk few of the last ARRIVED_MAX: small calls must not hide a critical one. */
  newest: WaitingCall[];
  /** The highest-risk few of the last ARRIVED_MAX that people were reminded of within REMINDED_MINUTES. */
  reminded: WaitingCall[];
  /** Counts of the views that show one, up to COUNT_CAP. */
  views: QueueCounts;
  asOf: Date;
};

export const URGENT_MINUTES = 15;

export const ARRIVED_MAX = 48;

export const REMINDED_MINUTES = 10;

/** As many as the bell's panel shows. */
export const WAITING_MAX = 8;

/** One of several calls of an agent, exact enough to reject it. */
type RepeatedCall = SeenCall & { headline: string; risk: RiskWord; decideBy: Date };

/** Calls of one tool that one agent keeps asking for. */
export type Repeated = {
  agent: string;
  provider: string | null;
  tool: string;
  tenant: string;
  gateway: string;
  /** How many of the newest BRIEF_READ waiting calls. */
  count: number;
  /** The first BULK_MAX of them. */
  calls: RepeatedCall[];
};

type FirstTarget = { id: string; risk: RiskWord; headline: string; target: string; decideBy: Date };

/** What a person sees next to the queue before opening a call. */
export type Brief = {
  /** The waiting calls that expire first, within URGENT_MINUTES. */
  soon: { id: string; risk: RiskWord; headline: string; decideBy: Date }[];
  repeated: Repeated[];
  /** Waiting calls to a target that no decided call of the tool had. */
  firstTargets: FirstTarget[];
  /** Changes since the person's last decision; null if they have not decided a call. */
  since: { at: Date; arrived: number; decided: number; expired: number } | null;
  /** The person's decisions in PACE_DAYS days. */
  pace: { today: number; days: number; medianSeconds: number | null };
  asOf: Date;
};
