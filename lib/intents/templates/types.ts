import type { Outcome } from "@/lib/calls/types";
import type { EmptyReason } from "../meaning/types";

/** Source: agents that work for people, or scheduled jobs. */
export type Lane = "people" | "recurring";

export type TemplateVerdict = "meaningful" | EmptyReason;

export const UNFIT_OUTCOMES = ["unknown_tool", "wrong_tool_boundary", "low_utility"] as const;

export type SaidCall = {
  id: string;
  occurredAt: Date;
  gatewayId: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  model: string | null;
  sessionId: string | null;
  outcome: Outcome;
  held: boolean;
  rationale: string;
  argumentsText: string | null;
};

/** Stored statistics of a template's calls. */
export type Seen = {
  calls: number;
  /** Hashes of the first sessions. */
  sessions: number[];
  firstAt: Date;
  lastAt: Date;
  lastCallId: string;
  gaps: number;
  gapMean: number;
  gapSquares: number;
};

export const WINDOW_CALLS = 1_000;

/** Limit of distinct sessions that are counted. */
export const SESSIONS_MAX = 64;
