/** How far back boundaries are looked at: four half-lives, after which an event weighs a sixteenth. */
export const BOUNDARY_DAYS = 28;

/** After so many days an event or a call weighs half. */
export const HALF_LIFE_DAYS = 7;

/** What each kind of signal weighs: a user's own words most, what a tool says of itself least. */
export const SIGNAL_WEIGHTS = { correction: 3, feedback: 1.5, own: 1 } as const;

/** With fewer calls nothing is said of a tool's boundaries. */
export const BOUNDARY_CALLS_MIN = 30;

/** The rate that a warning needs, at the least and with 95 % confidence. */
export const BOUNDARY_RATE_MIN = 0.05;

/** How many axes events have to spread over, as exp of the entropy of their shares: two of 85 % and 15 % are 1.5. */
export const EFFECTIVE_AXES_MIN = 1.5;

/** So many axes need so many sessions each. */
export const AXES_NEEDED = 2;
export const AXIS_SESSIONS_MIN = 2;

/** Two axes that are named together in this share of the events are where a tool could be split. */
export const SPLIT_SHARE_MIN = 0.5;

/** Signals of low utility from so many sessions are repeated ones. */
export const REPEATED_SESSIONS_MIN = 3;

/** Another tool is named for an axis once agents of so many sessions went on with it. */
export const SUCCESSOR_SESSIONS_MIN = 2;

/** The newest events that are read of one tool; of each of many, fewer. */
export const EVENTS_MAX = 2_000;

/** Who says which words mean the same axis. */
export const AXIS_NAMERS = ["admin", "triager"] as const;

/** One day of a tool's calls. `day` is a UTC day, `2026-11-21`; `ran` leaves out those that were held or refused. */
export type CallDay = { day: string; ran: number };

/** Something that speaks against a tool. `session` null: its gateway named none. */
export type Signal = { day: string; session: string | null; weight: number };

/** A tool's word that a task crossed its boundary, its axes normalised; three times the weight where a user corrected it. */
export type BoundaryEvent = Signal & { axes: readonly string[] };

/** A rate in which newer calls count more. */
export type DecayedRate = {
  /** Calls that ran, as they are. */
  calls: number;
  /** Decayed signals of all decayed trials. */
  rate: number;
  /** The lower end of its Wilson interval (95 %). */
  lower: number;
};

export type AxisFigure = {
  axis: string;
  events: number;
  sessions: number;
  /** Of all weighted mentions. */
  share: number;
};

/** Axes that were named together. */
export type AxisCluster = { axes: readonly string[]; events: number; sessions: number; lastDay: string };

/** Why there is no warning, or that there is one. */
export type Cohesion = "none" | "few" | "rare" | "one_axis" | "few_sessions" | "warning";

/** What a tool's boundary events amount to. */
export type Assessment = {
  cohesion: Cohesion;
  rate: DecayedRate;
  events: number;
  sessions: number;
  axes: readonly AxisFigure[];
  /** exp of the entropy of the axes' shares; 0 without any. */
  effectiveAxes: number;
  clusters: readonly AxisCluster[];
  /** With a warning: the two axes that are named together in at least half of the events. */
  split: { axes: readonly [string, string]; events: number } | null;
};

/** How much speaks against the use of a tool's results. */
export type Utility = {
  rate: DecayedRate;
  own: number;
  corrections: number;
  reports: number;
  sessions: number;
  /** Counts as failing to fit what is asked of it. */
  repeated: boolean;
};

/** A tool's referral in its own words. */
export type Referral = {
  call: string;
  axes: readonly string[];
  taskShape: string | null;
  suggestedSplit: string | null;
  evidence: string | null;
  agent: string | null;
  occurredAt: Date;
  /** Whether a user corrected the tool's output in the same session or call. */
  confirmed: boolean;
};

/** Where agents went on with success after a tool had referred them elsewhere. */
export type Successor = { axis: string; provider: string | null; tool: string; sessions: number };

/** A tool with what speaks against its boundaries and the use of its results. */
export type ToolStanding = Assessment & { utility: Utility };

/** What a tool's page says of its boundaries. */
export type ToolBoundaries = ToolStanding & {
  /** The first day (UTC) that is looked at. */
  since: string;
  /** Whether there are more events than were read; then all are counted, and axes are those of the newest. */
  more: boolean;
  /** How agents spell each axis. */
  words: ReadonlyMap<string, readonly string[]>;
  referrals: readonly Referral[];
  successors: readonly Successor[];
  /** What users said of its outputs, the newest. */
  corrections: readonly { id: string; utterance: string; sessionId: string | null; at: Date }[];
  /** The words that tenants count as one of these axes. */
  aliases: readonly { tenantId: string; alias: string; axis: string }[];
};
