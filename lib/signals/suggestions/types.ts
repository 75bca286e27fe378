import type { Keyword } from "@/gateway/refusals/types";
import type { RiskWord } from "@/lib/core/risk";

/** What may be suggested of a tool. Nothing of it is ever done by itself. */
export const SUGGESTION_KINDS = ["split", "recompose", "tighten", "retire", "rate"] as const;

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export const SUGGESTION_STATES = ["open", "accepted", "dismissed"] as const;

export type SuggestionState = (typeof SUGGESTION_STATES)[number];

/** Why people dismiss one; `other` needs a note. */
export const DISMISS_REASONS = [
  "by_design",
  "misleading",
  "not_worth_it",
  "elsewhere",
  "not_ours",
  "other",
] as const;

export type DismissReason = (typeof DISMISS_REASONS)[number];

/** Who accepts, dismisses and reopens. */
export const SUGGESTION_JUDGES = ["admin", "triager"] as const;

export const SUGGESTION_NOTE_MAX = 500;

/** How far back calls are looked at: as far as for boundaries. */
export const SUGGESTION_DAYS = 28;

/** A dismissed one comes back once this many times as much speaks for it as when it was dismissed. */
export const GROWN_FACTOR = 2;

/** Agents of so many sessions took the same other tool after a failed attempt; fewer may be one agent's habit. */
export const RECOMPOSE_SESSIONS_MIN = 5;

/** The share of all attempts that ended so, at the least and with 95 % confidence. */
export const RECOMPOSE_SHARE_MIN = 0.1;

/** Calls that were refused for one field, and the sessions they were made in. */
export const TIGHTEN_CALLS_MIN = 5;
export const TIGHTEN_SESSIONS_MIN = 3;

/** Advertised for so many days and never called. */
export const RETIRE_DAYS = 30;

/** Calls that the other tools of its provider had in that time: a tenant at rest says nothing. */
export const RETIRE_NEIGHBOUR_CALLS_MIN = 100;

/** How many of its provider's tools are used, at the least: of a catalogue that is used for little, findings name what is not. */
export const RETIRE_USED_SHARE_MIN = 2 / 3;

/** Attempts of which every single one went over to another tool. */
export const RETIRE_ATTEMPTS_MIN = 10;

/** A rating so many steps from what the rule says of such a tool. */
export const RATE_STEPS_MIN = 2;

/** Held calls that people decided, every one approved within AT_ONCE_MINUTES, by everyone who voted and as it was sent. */
export const RATE_APPROVALS_MIN = 10;
export const RATE_DAYS = 30;

/**
 * Who has a call on the screen for less than this has not read it: sentence, five facts and arguments are some forty words at the least, and
 * people read about four in a second.
 */
export const RATE_GLANCE_SECONDS = 5;

/** From this share of hurried approvals on, the evidence says so in plain words. */
export const RATE_GLANCE_SHARE = 0.5;

/**
 * How long calls were on the screen of those who approved them: `timed` of all `approvals` say so (a personal token has no screen), and
 * `glanced` of these were given after less than RATE_GLANCE_SECONDS.
 */
export type Looked = { approvals: number; timed: number; glanced: number; medianSeconds: number };

/** A value that was sent, as JSON and cut short. */
export type SuggestedValue = { value: string; calls: number };

/** The figures that lead to a suggestion. `since` is the first day (UTC) that was looked at. */
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
      /** Null where no approval says so; missing in what was found before it was looked at. */
      looked?: Looked | null;
      since: string;
    };

/** What the rules make of a tool's figures. `about` tells suggestions of one kind for one tool apart. */
export type Suggested = {
  toolId: string;
  kind: SuggestionKind;
  about: string;
  weight: number;
  evidence: Evidence;
};

/** Who accepted or dismissed one. */
type Judgement = { by: string | null; at: Date; reason: DismissReason | null; note: string | null };

export type Suggestion = {
  id: string;
  tenant: string;
  kind: SuggestionKind;
  state: SuggestionState;
  tool: { id: string; gateway: string; provider: string; name: string };
  evidence: Evidence;
  raisedAt: Date;
  /** Since when its figures no longer say so; null while they do. */
  goneAt: Date | null;
  revision: number;
  judged: Judgement | null;
  issue: { id: string; ref: string } | null;
};

/** What an act made of one: with the revision it can be taken back. */
export type Judged = { id: string; state: SuggestionState; revision: number };

/** The same of one that the tool was rated by. `was`: the definition for which the override that was replaced was given. */
export type RatedAsSuggested = Judged & { was: number | null };
