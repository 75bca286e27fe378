/** Window of boundary events: four half-lives, after which an event weighs a sixteenth. */
export const BOUNDARY_DAYS = 28;

export const HALF_LIFE_DAYS = 7;

export const SIGNAL_WEIGHTS = { correction: 3, feedback: 1.5, own: 1 } as const;

/** With fewer calls there is no assessment. */
export const BOUNDARY_CALLS_MIN = 30;

/** A warning needs this rate as the lower bound, with 95 % confidence. */
export const BOUNDARY_RATE_MIN = 0.05;

/**
 * Minimum of effective axes, exp of the entropy of their shares. Two axes of 85 % and 15 % are 1.5.
 */
export const EFFECTIVE_AXES_MIN = 1.5;

export const AXES_NEEDED = 2;
export const AXIS_SESSIONS_MIN = 2;

/** Two axes that occur together in this share of events suggest a split. */
export const SPLIT_SHARE_MIN = 0.5;

export const REPEATED_SESSIONS_MIN = 3;

export const SUCCESSOR_SESSIONS_MIN = 2;

/** Newest events read for one tool. Lists of many tools read fewer. */
export const EVENTS_MAX = 2_000;

/** Roles that can merge words for axes. */
export const AXIS_NAMERS = ["admin", "triager"] as const;

/** Calls of a tool on one UTC day (`2026-11-21`). `ran` excludes held and refused calls. */
export type CallDay = { day: string; ran: number };

/** A signal against a tool. `session` is null if its gateway named none. */
export type Signal = { day: string; session: string | null; weight: number };

/**
 * A tool's signal that a task crossed its boundary, with normalized axes. Weighs three if a user
 * corrected it.
 */
export type BoundaryEvent = Signal & { axes: readonly string[] };

/** A rate that weighs newer calls more. */
export type DecayedRate = {
  calls: number;
  rate: number;
  /** Lower bound of its 95 % Wilson interval. */
  lower: number;
};

export type AxisFigure = {
  axis: string;
  events: number;
  sessions: number;
  share: number;
};

export type AxisCluster = { axes: readonly string[]; events: number; sessions: number; lastDay: string };

export type Cohesion = "none" | "few" | "rare" | "one_axis" | "few_sessions" | "warning";

export type Assessment = {
  cohesion: Cohesion;
  rate: DecayedRate;
  events: number;
  sessions: number;
  axes: readonly AxisFigure[];
  /** exp of the entropy of the axes' shares; 0 without events. */
  effectiveAxes: number;
  clusters: readonly AxisCluster[];
  /** Only with a warning: the two axes named together in at least half of the events. */
  split: { axes: readonly [string, string]; events: number } | null;
};

export type Utility = {
  rate: DecayedRate;
  own: number;
  corrections: number;
  reports: number;
  sessions: number;
  /** Counts as failing in the tool's health. */
  repeated: boolean;
};

export type Referral = {
  call: string;
  axes: readonly string[];
  taskShape: string | null;
  suggestedSplit: string | null;
  evidence: string | null;
  agent: string | null;
  occurredAt: Date;
  confirmed: boolean;
};

export type Successor = { axis: string; provider: string | null; tool: string; sessions: number };

export type ToolStanding = Assessment & { utility: Utility };

export type ToolBoundaries = ToolStanding & {
  /** First day of the window (UTC). */
  since: string;
  /**
   * Whether the query read only the newest events. Counts then cover all events, axes only the
   * newest.
   */
  more: boolean;
  /** Spellings of each axis by agents. */
  words: ReadonlyMap<string, readonly string[]>;
  referrals: readonly Referral[];
  successors: readonly Successor[];
  /** Newest corrections of its outputs by users. */
  corrections: readonly { id: string; utterance: string; sessionId: string | null; at: Date }[];
  aliases: readonly { tenantId: string; alias: string; axis: string }[];
};
