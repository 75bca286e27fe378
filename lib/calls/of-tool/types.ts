import type { RiskWord } from "@/lib/core/risk";
import type { Outcome, OutcomeClass } from "../types";

export const RECORD_DAYS = 14;

/** A registered tool. A call without a provider counts for its tool's name. */
export type ToolKey = { id: string; gatewayId: string; provider: string; name: string };

/** One day of calls by outcome class. `day` is a UTC day, `2026-11-21`. */
export type ToolDay = { day: string; classes: Record<OutcomeClass, number> };

/** Calls of the name in 14 days, the first of these (UTC), each day of them, and pending calls. */
export type ToolUse = { calls: number; since: string; waiting: number; days: ToolDay[] };

export type OutcomeCount = { outcome: Outcome; class: OutcomeClass; calls: number };

export type ToolRecord = {
  days: ToolDay[];
  outcomes: OutcomeCount[];
  calls: number;
  /** Other tools of the same name, at other gateways or providers: their calls are included. */
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

/** A tool's held calls: the newest, the number of pending ones, and recent decision times. */
export type ToolDecisions = {
  recent: ToolApproval[];
  waiting: number;
  waitingFor: Record<string, number>;
  /** Over the last 200 that a person decided; null without any. */
  medianSeconds: number | null;
  /** 19 of 20 took no longer. */
  slowSeconds: number | null;
  decided: number;
};

export type ToolFeedback = { reports: number; openIssues: number };
