/** The parts of a week's view, in reading order. */
export const WEEKLY_SECTIONS = ["new", "vanished", "growing", "failing", "unmet", "several"] as const;

export type WeeklySection = (typeof WEEKLY_SECTIONS)[number];

/** Intents that one part names; how many there are is said besides. */
export const WEEKLY_INTENTS_MAX = 10;

/** Weeks before this one that can be looked at. */
export const WEEKS_MAX = 104;

/** An intent has vanished when it had so many calls in the week before, and none in this one. */
export const VANISHED_CALLS = 5;

/** What is told of shares and growth has so many calls in the week. */
export const TELLING_CALLS = 10;

/** Failing: so many calls that went wrong. */
export const FAILED_CALLS = 3;

/** Without a fitting tool: so many such calls in the week, and one in so many of all its calls. */
export const UNMET_CALLS = 3;
export const UNMET_ONE_IN = 5;

/** Several tools: none has more than so much of the calls. */
export const MOST_BY_ONE_TOOL = 0.8;

/** Tools of an intent that are named. */
export const WEEKLY_TOOLS_MAX = 4;

/** A tool's part in an intent, in calls of the week; of one that vanished, in calls of the week before. */
export type WeeklyTool = { provider: string; tool: string; calls: number; failed: number };

/** Calls for which no tool fitted, by what came back. */
export type Unmet = { calls: number; unknownTool: number; wrongTool: number; lowUse: number };

/** What tools said that agents were after when they sent them elsewhere. */
export type Referred = {
  calls: number;
  axes: string[];
  taskShape: string | null;
  suggestedSplit: string | null;
};

/** An intent in a week. Names are made of agents' words. */
export type WeeklyIntent = {
  id: string;
  name: string;
  tenant: string;
  url: string;
  calls: number;
  before: number;
  /** Of its calls, those that went wrong. */
  failed: number;
  unmet: Unmet;
  /** The most called first, at most WEEKLY_TOOLS_MAX; of `toolCount`. */
  tools: WeeklyTool[];
  toolCount: number;
  /** When it was first said. */
  firstAt: Date;
  /** Only of those without a fitting tool, and only where a tool said so. */
  referred: Referred | null;
};

/** Calls of a week that came with a rationale, and where they are. */
export type WeeklyCounts = {
  calls: number;
  failed: number;
  inIntents: number;
  longTail: number;
  recurring: number;
  empty: number;
  /** Intents with calls. */
  intents: number;
  /** Calls of rationales for which mostly no tool fitted, and of these those that belong to no intent. */
  unmet: number;
  unmetOutside: number;
};

/** What agents were after in a week, and how it differs from the one before. */
export type Weekly = {
  /** Null: all tenants of the reader. */
  tenant: string | null;
  week: string;
  since: Date;
  /** Not included. */
  until: Date;
  /** Whether the week is over; otherwise its days that are over are compared with the same days of the one before. */
  isWhole: boolean;
  /** Whether today is looked at: only while nothing was said on the days of the week before it. */
  hasToday: boolean;
  /** Whether a day of it is over, so that there is something to compare it with. */
  isCompared: boolean;
  /** Nothing was said before this week, so that everything is new. */
  isFirst: boolean;
  /** Whether anything was grouped yet. */
  isGrouped: boolean;
  /** Where people see it. */
  url: string;
  counts: Record<"period" | "before", WeeklyCounts>;
  sections: Record<WeeklySection, { total: number; intents: WeeklyIntent[] }>;
};

/** The heading of each part, and what is in it. */
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
