export const ROWS_MAX = 1_000;

export const VIOLATIONS_MAX = 100;

export const RECEIVED_BYTES_MAX = 16 * 1024;

export const AXES_MAX = 20;

/** The maximum lead of a machine's clock over the database's. */
export const FUTURE_MAX_MS = 86_400_000;

export const OUTCOME_CLASSES = ["ok", "caller", "tool", "boundary", "governance", "extrinsic"] as const;

export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

export const OUTCOMES = [
  "ok",
  "empty_result",
  "validation_error",
  "unknown_tool",
  "missing_precondition",
  "not_found",
  "state_conflict",
  "execution_error",
  "contract_violation",
  "wrong_tool_boundary",
  "low_utility",
  "approval_pending",
  "denied",
  "expired",
  "blocked",
  "unauthorized",
  "timeout",
  "upstream_error",
  "rate_limited",
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** JSON pointers whose values stay exact text. */
export const TOOL_CALL_RAW = ["/arguments", "/validation/*/received"];

/** Counts stop here; pages show "1,000+". */
export const CALL_COUNT_MAX = 1_000;

/** Filters by outcome class: each one, or all failures. */
export const CLASS_CHOICES = [...OUTCOME_CLASSES, "failed"] as const;

export type ClassChoice = (typeof CLASS_CHOICES)[number];

/**
 * Filters by attempt. First calls: of all attempts, of those that succeeded at once, of others by
 * how they ended; or the calls after the first.
 */
export const ATTEMPT_CHOICES = [
  "begun",
  "first",
  "failed",
  "worked",
  "switched",
  "abandoned",
  "retried",
] as const;

export type AttemptChoice = (typeof ATTEMPT_CHOICES)[number];

/** Its unrated tool's gateway, or a person's rating below the call's own claim. */
export const RAN_ON = ["gateway_word", "rating_below_claim"] as const;

export type RanOn = (typeof RAN_ON)[number];

/** A filter of calls. Times are instants; tenant and gateway are names. */
export type CallFilter = {
  tool?: string;
  provider?: string;
  outcome?: Outcome;
  class?: ClassChoice;
  agent?: string;
  model?: string;
  method?: string;
  sessionId?: string;
  gateway?: string;
  approvalId?: string;
  /** A boundary axis that the call's tool names, in any spelling. */
  axis?: string;
  rationale?: "missing";
  /** A hot-spot, and one of its sent values. */
  spot?: string;
  sent?: string;
  attempt?: AttemptChoice;
  /** The tool that was used instead, after an attempt at this one failed. */
  next?: string;
  /** Made for another purpose than the tool's description. */
  purpose?: "other";
  held?: "yes";
  ran_on?: RanOn;
  /** Its rationale is one of these templates (lib/intents). */
  templates?: readonly string[];
  tenant?: string;
  q?: string;
  since?: Date;
  /** Exclusive. */
  until?: Date;
};

export type CorrectionRow = {
  id: string;
  tool: string;
  sessionId: string | null;
  callId: string | null;
  utterance: string;
  occurredAt: Date | null;
  createdAt: Date;
};

export type CallPlace = readonly [occurredAt: Date, id: string];
