export const WEEKLY_SECTIONS = ["new", "vanished", "growing", "failing", "unmet", "several"] as const;

export type WeeklySection = (typeof WEEKLY_SECTIONS)[number];

export const WEEKLY_INTENTS_MAX = 10;

/** How many weeks back the view reaches. */
export const WEEKS_MAX = 104;

export const VANISHED_CALLS = 5;

/** Minimum of calls in the week for shares and growth. */
export const TELLING_CALLS = 10;

export const FAILED_CALLS = 3;

export const UNMET_CALLS = 3;
export const UNMET_ONE_IN = 5;

export const MOST_BY_ONE_TOOL = 0.8;

export const WEEKLY_TOOLS_MAX = 4;

export type WeeklyTool = { provider: string; tool: string; calls: number; failed: number };

export type Unmet = { calls: number; unknownTool: number; wrongTool: number; lowUse: number };

/** What agents wanted according to tools that referred them. */
export type Referred = {
  calls: number;
  axes: string[];
  taskShape: string | null;
  suggestedSplit: string | null;
};

export type WeeklyIntent = {
  id: string;
  name: string;
  tenant: string;
  url: string;
  calls: number;
  before: number;
  /** Failed calls among them. */
  failed: number;
  unmet: Unmet;
  tools: WeeklyTool[];
  toolCount: number;
  firstAt: Date;
  /** Only for unmet intents with a referral by a tool. */
  referred: Referred | null;
};

/** Calls of a week with a rationale, and where they belong. */
export type WeeklyCounts = {
  calls: number;
  failed: number;
  inIntents: number;
  longTail: number;
  recurring: number;
  empty: number;
  intents: number;
  /** Unmet calls, and those of them without an intent. */
  unmet: number;
  unmetOutside: number;
};

export type Weekly = {
  /** Null: all tenants of the reader. */
  tenant: string | null;
  week: string;
  since: Date;
  /** Exclusive. */
  until: Date;
  /**
   * Whether the week is over. If not, its complete days are compared with the same days of the week
   * before.
   */
  isWhole: boolean;
  /** Whether today counts: only if the days before it are empty. */
  hasToday: boolean;
  /** Whether a day is complete, so that a comparison is possible. */
  isCompared: boolean;
  /** No data before this week, so everything is new. */
  isFirst: boolean;
  isGrouped: boolean;
  url: string;
  counts: Record<"period" | "before", WeeklyCounts>;
  sections: Record<WeeklySection, { total: number; intents: WeeklyIntent[] }>;
};

export const WEEKLY_WORDS: Record<WeeklySection, { title: string; says: string }> = {
  new: { title: "New", says: "First said in this week." },
  vanished: {
    title: "Vanished",
    says: `${VANISHED_CALLS} calls or more in the week before, and none in this one.`,
  },
  growing: {
    title: "Fastest growing",
    says: `At least ${TELLING_CALLS} calls, and half as many again as in the week before; the steepest first.`,
  },
  failing: {
    title: "Failing most",
    says: `The largest share of calls that went wrong: at least ${FAILED_CALLS} of at least ${TELLING_CALLS}.`,
  },
  unmet: {
    title: "Without a fitting tool",
    says: "Agents asked for a tool that does not exist, were sent elsewhere by the one they called, or got what was of little use, in most calls of these rationales.",
  },
  several: {
    title: "Handled by several tools",
    says: "No tool has more than four fifths of the calls; the most evenly spread first.",
  },
};
