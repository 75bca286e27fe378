import type { Outcome } from "@/lib/calls/types";
import type { EmptyReason } from "../meaning/types";

/** Who says it: agents at work for people, or what runs by itself again and again. */
export type Lane = "people" | "recurring";

export type TemplateVerdict = "meaningful" | EmptyReason;

/** Outcomes that say that the called tool was none for it. */
export const UNFIT_OUTCOMES = ["unknown_tool", "wrong_tool_boundary", "low_utility"] as const;

/** One call as it is told to its template. */
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
  /** It waited for a person. */
  held: boolean;
  rationale: string;
  argumentsText: string | null;
};

/** What is kept of the calls that said a template. */
export type Seen = {
  calls: number;
  /** Hashes of sessions, the first ones. */
  sessions: number[];
  firstAt: Date;
  lastAt: Date;
  lastCallId: string;
  gaps: number;
  gapMean: number;
  gapSquares: number;
};

/** Calls that one transaction tells to their templates. */
export const WINDOW_CALLS = 1_000;

/** Sessions that are told apart; there may be more. */
export const SESSIONS_MAX = 64;
