import type { RiskWord } from "@/lib/core/risk";
import type { SaidFigures } from "@/lib/intents/types";
import type { ReRatingOffer } from "@/lib/signals/suggestions/re-rating";

/** Whether a part of the product is worth what it asks: too early or too few to say, to be regretted, or fine. */
export const SIGNAL_STATES = ["early", "few", "regret", "fine"] as const;

export type SignalState = (typeof SIGNAL_STATES)[number];

/** Days that each signal is told of, up to today. */
export const SIGNAL_DAYS = 30;

/** How far its course is shown. */
export const SIGNAL_WEEKS = 8;
export const SIGNAL_MONTHS = 6;

/**
 * Rationales: regretted under this share of calls whose rationale means something, once rows came for so many days, of so many calls, and
 * where no more than this share is still to be read.
 */
export const MEANING = { shareMin: 0.05, afterDays: 30, callsMin: 50, unreadMax: 0.1 } as const;

/** Ratings: regretted over this share of high and critical calls approved at once, of so many that people were asked about. */
export const AT_ONCE = { shareMax: 0.5, callsMin: 10 } as const;

/** Tools that are named, those with most calls approved at once. */
export const AT_ONCE_TOOLS = 10;

/** A week up to a day, in UTC. */
type Week = { from: string; to: string };

export type MeaningSignal = {
  state: SignalState;
  /** When it begins to say something; null where no row ever came. */
  judgedFrom: Date | null;
  lately: SaidFigures;
  weeks: (Week & SaidFigures)[];
  agents: (SaidFigures & { name: string })[];
  models: (SaidFigures & { name: string })[];
  /** The first day of what is told, in UTC. */
  since: string;
};

export type FeedbackSignal = {
  state: SignalState;
  judgedFrom: Date | null;
  /** Different issues that were reported in the newest month. */
  issues: number;
  months: (Week & { issues: number })[];
  since: string;
};

/** A tool of one tenant whose high or critical calls were approved at once. */
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
  /** What holds for its new calls; null where it is in no catalogue, or the reader may not rate. */
  now: RiskWord | null;
  /** The next milder rating, which one press gives. */
  offer: ReRatingOffer | null;
  /** People dismissed the suggestion to rate it lower: it is rated as it should be. */
  isKept: boolean;
  /** The suggestion that says the same, which that press accepts. */
  suggestion: { id: string; revision: number } | null;
};

export type AtOnceSignal = {
  state: SignalState;
  calls: number;
  atOnce: number;
  weeks: (Week & { calls: number; atOnce: number })[];
  tools: HurriedTool[];
  /** The first moment that counts; later than asked for where there were more calls than are counted. */
  since: Date;
  complete: boolean;
};

export type Signals = { meaning: MeaningSignal; feedback: FeedbackSignal; atOnce: AtOnceSignal };
