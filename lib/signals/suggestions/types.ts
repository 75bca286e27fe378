import type { Keyword } from "@/gateway/refusals/types";
import type { RiskWord } from "@/lib/core/risk";

/** Kinds of suggestions. None is ever applied automatically. */
export const SUGGESTION_KINDS = ["split", "recompose", "tighten", "retire", "rate"] as const;

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export const SUGGESTION_STATES = ["open", "accepted", "dismissed"] as const;

export type SuggestionState = (typeof SUGGESTION_STATES)[number];

export const DISMISS_REASONS = [
  "by_design",
  "misleading",
  "not_worth_it",
  "elsewhere",
  "not_ours",
  "other",
] as const;

export type DismissReason = (typeof DISMISS_REASONS)[number];

/** Roles that accept, dismiss and reopen. */
export const SUGGESTION_JUDGES = ["admin", "triager"] as const;

export const SUGGESTION_NOTE_MAX = 500;

export const SUGGESTION_DAYS = 28;

/** A dismissed suggestion reopens once its evidence has grown by this factor. */
export const GROWN_FACTOR = 2;

/**
 * Sessions in which agents switched to the same tool after a failed attempt. Fewer may be one
 * agent's habit.
 */
export const RECOMPOSE_SESSIONS_MIN = 5;

export const RECOMPOSE_SHARE_MIN = 0.1;

export const TIGHTEN_CALLS_MIN = 5;
export const TIGHTEN_SESSIONS_MIN = 3;

/** Days a tool is advertised without a call. */
export const RETIRE_DAYS = 30;

/** Calls of the provider's other tools in that time. An idle tenant proves nothing. */
export const RETIRE_NEIGHBOUR_CALLS_MIN = 100;

/** Minimum share of used tools of the provider. Findings cover catalogues with little use. */
export const RETIRE_USED_SHARE_MIN = 2 / 3;

/** Minimum of attempts, all of which switched to another tool. */
export const RETIRE_ATTEMPTS_MIN = 10;

export const RATE_STEPS_MIN = 2;

/**
 * Minimum of held calls decided by people, all approved unchanged within AT_ONCE_MINUTES by every
 * voter.
 */
export const RATE_APPROVALS_MIN = 10;
export const RATE_DAYS = 30;

/**
 * A shorter screen time is too short to read a call: sentence, five facts and arguments are at
 * least forty words, and people read about four words a second.
 */
export const RATE_GLANCE_SECONDS = 5;

/** From this share of hurried approvals, the evidence says so. */
export const RATE_GLANCE_SHARE = 0.5;

/**
 * Screen times of approvers: `timed` of all `approvals` have one (a personal token has no screen),
 * and `glanced` of these took less than RATE_GLANCE_SECONDS.
 */
export type Looked = { approvals: number; timed: number; glanced: number; medianSeconds: number };

/** A sent value as cut JSON. */
export type SuggestedValue = { value: string; calls: number };

/** Figures of a suggestion. `since` is the first day of the window (UTC). */
export type Evidence =
  | { rule: "axes"; axes: [string, string]; together: number; events: number; calls: number; since: string }
  | {
      rule: "switched";
      to: string;
      switched: number;
      sessions: number;
      attempts: number;
      since: string;
    }
  | {
      rule: "values";
      field: string;
      keyword: Keyword;
      spot: string;
      calls: number;
      sessions: number;
      values: SuggestedValue[];
      allowed: string[];
      since: string;
    }
  | { rule: "unused"; days: number; advertised: string; neighbours: number; since: string }
  | { rule: "handed_on"; attempts: number; to: string | null; since: string }
  | { rule: "rule_risk"; rated: RiskWord; ruleRisk: RiskWord; ruleName: string }
  | {
      rule: "fast";
      risk: RiskWord;
      approvals: number;
      medianSeconds: number;
      /** Null if no approval has a screen time; absent in older evidence. */
      looked?: Looked | null;
      since: string;
    };

export type Suggested = {
  toolId: string;
  kind: SuggestionKind;
  about: string;
  weight: number;
  evidence: Evidence;
};

type Judgement = { by: string | null; at: Date; reason: DismissReason | null; note: string | null };

export type Suggestion = {
  id: string;
  tenant: string;
  kind: SuggestionKind;
  state: SuggestionState;
  tool: { id: string; gateway: string; provider: string; name: string };
  evidence: Evidence;
  raisedAt: Date;
  /** When its figures stopped supporting it; null while they do. */
  goneAt: Date | null;
  revision: number;
  judged: Judgement | null;
  issue: { id: string; ref: string } | null;
};

export type Judged = { id: string; state: SuggestionState; revision: number };

/**
 * The same for a suggestion whose rating was applied. `was`: the definition version of the replaced
 * override.
 */
export type RatedAsSuggested = Judged & { was: number | null };
