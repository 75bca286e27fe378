import type { Keyword } from "@/gateway/refusals/types";
import type { Outcome, OutcomeClass } from "@/lib/calls/types";

/** A session that was silent for so long has given its attempt up. */
export const IDLE_MINUTES = 30;

/** Calls that one transaction of the worker walks. */
export const WINDOW_CALLS = 2_000;

/** Of these, calls whose refusals it reads: texts made to take long hold nobody else up for long. */
export const WINDOW_READ = 200;

/** How an attempt group ended: it worked, another tool was taken, nothing more came, or the tool itself named another one. */
const GROUP_ENDS = ["worked", "switched", "abandoned", "referred"] as const;

export type GroupEnd = (typeof GROUP_ENDS)[number];

/** Fewer groups than this make no share. */
export const GROUPS_MIN = 20;

/** Steps of half an octave in which the time of calls is counted: the last holds all above 46 minutes. */
export const DURATION_STEPS = 44;

export type ToolOfCall = { gatewayId: string; provider: string; tool: string; version: number };

/** Whose call it is, as sums are told apart. Empty for what was not named. */
export type Caller = { agent: string; model: string; method: string };

/** A call as the worker walks it. */
export type WalkedCall = ToolOfCall &
  Caller & {
    id: string;
    /** Milliseconds. */
    occurredAt: number;
    sessionId: string | null;
    outcome: Outcome;
    class: OutcomeClass;
    durationMs: number | null;
    /** Arrived after its session had gone on. */
    late: boolean;
    /** Names of its arguments, where they were read. */
    fields: string[] | null;
    refusals: Refusal[];
    /** Top-level fields that the refusal speaks of; null where it does not tell all. */
    blamed: string[] | null;
    /** What tells one error from another. */
    sign: string;
  };

/** How the last call of an open group failed. */
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

/** What a walk over some calls leaves behind. */
export type Walked = {
  /** Open groups as they are now, by session. */
  open: Map<string, OpenGroup>;
  closed: ClosedGroup[];
  /** Calls that worked at the first try. */
  firstTries: WalkedCall[];
  refused: { call: WalkedCall; refusal: Refusal; recovered: boolean | null }[];
  /** Refused calls by whether the next call of their group worked. */
  retried: { callId: string; recovered: boolean }[];
};

/** A share of groups with its Wilson interval of 90 %. */
export type Share = { share: number; from: number; to: number };

/** One field that a call was refused for; `keyword` lost is a field that a retry left out. */
export type Refusal = {
  spot: string;
  path: string | null;
  keyword: Keyword | "lost";
  value: string | null;
  sent: string;
  masked: number | null;
  allowed: string[];
};
