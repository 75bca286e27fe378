/** Rows of one batch. */
export const ROWS_MAX = 1_000;

export const VIOLATIONS_MAX = 100;

export const RECEIVED_BYTES_MAX = 16 * 1024;

export const AXES_MAX = 20;

/** How far a machine's clock may be ahead of the database's. */
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

/** Members of a row that stay exact text. */
export const TOOL_CALL_RAW = ["/arguments", "/validation/*/received"];

/** Counting stops here; beyond it people read "1,000+". */
export const CALL_COUNT_MAX = 1_000;

/** What classes of outcomes can be asked for: each one, or all that speak of something that went wrong. */
export const CLASS_CHOICES = [...OUTCOME_CLASSES, "failed"] as const;

export type ClassChoice = (typeof CLASS_CHOICES)[number];

/**
 * Calls by their attempts. First calls: of all attempts, of those that worked at once, of those that did not, and of these by how
 * they ended; and the calls after the first ones.
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

/** On whose word a call ran without a person: an unrated tool's gateway, or a person whose rating is below the call's own claim. */
export const RAN_ON = ["gateway_word", "rating_below_claim"] as const;

export type RanOn = (typeof RAN_ON)[number];

/** Which calls are meant. Times as instants, tenant and gateway by their names. */
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
  /** A boundary axis that the call's tool names, in whichever of its spellings. */
  axis?: string;
  rationale?: "missing";
  /** A hot-spot, and of it a value that was sent. */
  spot?: string;
  sent?: string;
  attempt?: AttemptChoice;
  /** The tool that was taken instead, after an attempt at this one failed. */
  next?: string;
  /** Made for something else than the tool is described for. */
  purpose?: "other";
  /** It waited for a person. */
  held?: "yes";
  ran_on?: RanOn;
  /** Its rationale is one of these templates (lib/intents). */
  templates?: readonly string[];
  tenant?: string;
  q?: string;
  since?: Date;
  /** Not included. */
  until?: Date;
};

/** A user's own words that an output was wrong. */
export type CorrectionRow = {
  id: string;
  tool: string;
  sessionId: string | null;
  callId: string | null;
  utterance: string;
  occurredAt: Date | null;
  createdAt: Date;
};

/** Where a page of calls ended. */
export type CallPlace = readonly [occurredAt: Date, id: string];
