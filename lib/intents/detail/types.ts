import type { DecisionWord } from "@/lib/approvals/types";
import type { IssueState } from "@/lib/feedback/types";
import type { ListedIntent } from "../browser/types";

export type IntentView = Omit<ListedIntent, "part" | "members"> & {
  tenantKey: string;
  groupedName: string;
  firstAt: Date | null;
  reviewNote: string | null;
  reviewedBy: string | null;
  reviewedAt: Date | null;
  callsSince: number | null;
  issue: { id: string; ref: string; title: string } | null;
  /** Average similarity of its templates to the medoid; 1 means identical. */
  cohesion: number;
  /** Minimum similarity to the medoid. */
  line: number;
  medoidId: string;
  placed: number;
  /** Templates near the minimum similarity, placed by the grouping alone. */
  atEdge: number;
};

export type FormerView = {
  name: string;
  why: "merged" | "undone" | "regrouped";
  toId: string | null;
};

export type Quote = {
  templateId: string;
  text: string;
  tool: string;
  agent: string | null;
  callId: string;
  at: Date;
  calls: number;
};

/** Outcomes of one tool's calls; `broken` is the outcome class `tool`. */
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

export type TrendWeek = { from: string; to: string; calls: number; failed: number; held: number };

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
  /** True if a person created it from the intent; false if sessions of the intent reported it. */
  made: boolean;
};

export type Neighbour = { id: string; name: string; revision: number; calls: number; alike: number };

export const TREND_WEEKS = 12;

/** Window of agents and models in days. */
export const WHO_DAYS = 56;
