import type { RiskWord } from "@/lib/core/risk";
import type { Outcome, OutcomeClass } from "../types";

/** How far back a tool's page looks. */
export const RECORD_DAYS = 14;

/** Which calls are meant: those of a tool that a gateway registered. A call that names no provider counts for its tool's name. */
export type ToolKey = { id: string; gatewayId: string; provider: string; name: string };

/** Beside a tool in a list: calls of its name in the last 14 days, the first of these (UTC), and calls that wait for a person. */
export type ToolUse = { calls: number; since: string; waiting: number };

/** One day of calls by what their outcome speaks against. `day` is a UTC day, `2026-11-21`. */
export type ToolDay = { day: string; classes: Record<OutcomeClass, number> };

export type OutcomeCount = { outcome: Outcome; class: OutcomeClass; calls: number };

/** What became of a tool's calls in the last 14 days. */
export type ToolRecord = {
  days: ToolDay[];
  outcomes: OutcomeCount[];
  calls: number;
  /** Other tools of the same name, at other gateways or providers: their calls are among these. */
  namesakes: number;
};

export type ToolApproval = {
  id: string;
  summary: string;
  risk: RiskWord;
  decision: string;
  decidedBy: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};

/** What people did with a tool's held calls: the newest, how many wait, and how long the last decisions took. */
export type ToolDecisions = {
  recent: ToolApproval[];
  waiting: number;
  /** The same by tenant id. */
  waitingFor: Record<string, number>;
  /** Over the last 200 that a person decided; null when none was. */
  medianSeconds: number | null;
  decided: number;
};

/** Agents' reports about a tool in the last 90 days. */
export type ToolFeedback = { reports: number; openIssues: number };
