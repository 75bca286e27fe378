import type { DecisionWord } from "@/lib/approvals/types";
import type { IssueState } from "@/lib/feedback/types";
import type { ListedIntent } from "../browser/types";

/** One intent with what people said of it and how it holds together. */
export type IntentView = Omit<ListedIntent, "part" | "members"> & {
  tenantKey: string;
  /** The name that the grouping gives. */
  groupedName: string;
  firstAt: Date | null;
  reviewNote: string | null;
  reviewedBy: string | null;
  reviewedAt: Date | null;
  /** Calls since somebody reviewed it. */
  callsSince: number | null;
  issue: { id: string; ref: string; title: string } | null;
  /** How alike its templates are to its middle, on average; 1 is the same. */
  cohesion: number;
  /** How alike to the middle a template has to be. */
  line: number;
  /** The template in the middle. */
  medoidId: string;
  /** Templates that people put here. */
  placed: number;
  /** Templates that are hardly alike enough to be here, by the grouping alone. */
  atEdge: number;
};

/** Where an intent went that is no more. */
export type FormerView = {
  name: string;
  why: "merged" | "undone" | "regrouped";
  toId: string | null;
};

/** What an agent said, for which call, and how alike it is to the middle. */
export type Quote = {
  templateId: string;
  text: string;
  tool: string;
  agent: string | null;
  callId: string;
  at: Date;
  calls: number;
};

/** What became of the calls of one tool; `broken` is the class tool. */
export type MatrixRow = {
  provider: string;
  tool: string;
  calls: number;
  held: number;
  ok: number;
  caller: number;
  broken: number;
  boundary: number;
  governance: number;
  extrinsic: number;
};

/** Seven days up to one: how many calls, and of these failed and held. */
export type TrendWeek = { from: string; to: string; calls: number; failed: number; held: number };

/** Of one agent or model. */
export type WhoRow = { name: string; calls: number; failed: number; held: number };

export type SessionOf = {
  session: string;
  agent: string | null;
  calls: number;
  failed: number;
  lastAt: Date;
};

export type ApprovalOf = {
  id: string;
  summary: string;
  tool: string;
  decision: DecisionWord;
  createdAt: Date;
};

export type IssueOf = {
  id: string;
  ref: string;
  title: string;
  state: IssueState;
  /** A person made it of the intent; else reports of it came from sessions that meant this. */
  made: boolean;
};

export type Neighbour = { id: string; name: string; revision: number; calls: number; alike: number };

/** Weeks of the trend on an intent's page. */
export const TREND_WEEKS = 12;

/** Days that agents and models are counted over. */
export const WHO_DAYS = 56;
