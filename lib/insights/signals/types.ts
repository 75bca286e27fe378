import type { RiskWord } from "@/lib/core/risk";
import type { SaidFigures } from "@/lib/intents/types";
import type { ReRatingOffer } from "@/lib/signals/suggestions/re-rating";

/** Too early to judge, too few to judge, not worth its cost (regret), or fine. */
export const SIGNAL_STATES = ["early", "few", "regret", "fine"] as const;

export type SignalState = (typeof SIGNAL_STATES)[number];

export const SIGNAL_DAYS = 30;

export const SIGNAL_WEEKS = 8;
export const SIGNAL_MONTHS = 6;

/**
 * Rationales: regret below this share of meaningful ones, after this many days and calls, and with
 * at most this share unprocessed.
 */
export const MEANING = { shareMin: 0.05, afterDays: 30, callsMin: 50, unreadMax: 0.1 } as const;

/** Ratings: regret above this share of calls approved at once, from this many calls on. */
export const AT_ONCE = { shareMax: 0.5, callsMin: 10 } as const;

/** Maximum listed tools, most calls approved at once first. */
export const AT_ONCE_TOOLS = 10;

/** UTC days, end exclusive. */
type Week = { from: string; to: string };

export type MeaningSignal = {
  state: SignalState;
  /** When it starts; null without rows. */
  judgedFrom: Date | null;
  lately: SaidFigures;
  weeks: (Week & SaidFigures)[];
  agents: (SaidFigures & { name: string })[];
  models: (SaidFigures & { name: string })[];
  since: string;
};

export type FeedbackSignal = {
  state: SignalState;
  judgedFrom: Date | null;
  issues: number;
  months: (Week & { issues: number })[];
  since: string;
};

export type HurriedTool = {
  tenantId: string;
  tenant: string;
  gateway: string;
  provider: string | null;
  name: string;
  toolId: string | null;
  calls: number;
  atOnce: number;
  medianSeconds: number | null;
  /** The current rating for new calls; null if not catalogued, or the reader may not rate. */
  now: RiskWord | null;
  /** The next lower rating, which one click sets. */
  offer: ReRatingOffer | null;
  /** People dismissed the suggestion of a lower rating. */
  isKept: boolean;
  /** The matching suggestion, which that click accepts. */
  suggestion: { id: string; revision: number } | null;
};

export type AtOnceSignal = {
  state: SignalState;
  calls: number;
  atOnce: number;
  weeks: (Week & { calls: number; atOnce: number })[];
  tools: HurriedTool[];
  /** The start of the counted period; later than requested if there were too many calls. */
  since: Date;
  complete: boolean;
};

export type Signals = { meaning: MeaningSignal; feedback: FeedbackSignal; atOnce: AtOnceSignal };
