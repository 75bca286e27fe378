import type { Keyword } from "@/gateway/refusals/types";
import type { Outcome, OutcomeClass } from "@/lib/calls/types";

/** After this silence of the session, an attempt counts as abandoned. */
export const IDLE_MINUTES = 30;

export const WINDOW_CALLS = 2_000;

/**
 * Refusal texts that one transaction reads. The limit keeps texts made to parse slowly from
 * blocking others.
 */
export const WINDOW_READ = 200;

/**
 * How a group ended: it worked, the agent switched tools, nothing followed, or the tool named
 * another tool.
 */
const GROUP_ENDS = ["worked", "switched", "abandoned", "referred"] as const;

export type GroupEnd = (typeof GROUP_ENDS)[number];

/** With fewer groups no share is computed. */
export const GROUPS_MIN = 20;

/** Duration buckets of half an octave. The last one holds everything above 46 minutes. */
export const DURATION_STEPS = 44;

export type ToolOfCall = { gatewayId: string; provider: string; tool: string; version: number };

/** The caller of a call, as a key of sums. Empty for unknown parts. */
export type Caller = { agent: string; model: string; method: string };

export type WalkedCall = ToolOfCall &
  Caller & {
    id: string;
    /** Milliseconds. */
    occurredAt: number;
    sessionId: string | null;
    outcome: Outcome;
    class: OutcomeClass;
    durationMs: number | null;
    /** Arrived after newer calls of its session. */
    late: boolean;
    /** Argument names; null if they were not read. */
    fields: string[] | null;
    refusals: Refusal[];
    /** Top-level fields that the error mentions; null if it may not mention all. */
    blamed: string[] | null;
    /** Identifies an error. */
    sign: string;
  };

type Failure = {
  callId: string;
  sign: string;
  fields: string[] | null;
  blamed: string[] | null;
  spots: string[];
  same: number;
};

export type OpenGroup = ToolOfCall &
  Caller & {
    id: string;
    occurredAt: number;
    sessionId: string;
    calls: number;
    lastAt: number;
    lastId: string;
    failure: Failure;
  };

export type ClosedGroup = OpenGroup & { ended: GroupEnd; nextTool: string | null };

export type Walked = {
  open: Map<string, OpenGroup>;
  closed: ClosedGroup[];
  firstTries: WalkedCall[];
  refused: { call: WalkedCall; refusal: Refusal; recovered: boolean | null }[];
  retried: { callId: string; recovered: boolean }[];
};

export type Share = { share: number; from: number; to: number };

/** One field that a call was refused for. `keyword` lost means that a retry dropped the field. */
export type Refusal = {
  spot: string;
  path: string | null;
  keyword: Keyword | "lost";
  value: string | null;
  sent: string;
  masked: number | null;
  allowed: string[];
};
