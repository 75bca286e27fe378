import type { Share as AttemptShare } from "../attempts/types";

/** Days before and after a cheatsheet was published that are compared; the day itself is neither. */
export const EFFECT_DAYS = 14;

/** Refused calls as a share of those that reached the tools, with the interval that such numbers leave open (95 %). */
export type Share = { refused: number; calls: number; share: number; low: number; high: number };

/** Attempts that ended and were not turned away, those whose first call worked, and their share with its interval of 90 %. */
export type Attempts = { groups: number; firstTry: number; share: AttemptShare | null };

/**
 * Calls that were wrong for the tools' definitions, before and after a cheatsheet was published. `unmeasured`: tools whose names
 * other tools have as well, which calls are counted by.
 */
export type SheetEffect = {
  tools: number;
  unmeasured: number;
  /** Whole days since it was published, at most 14. */
  daysAfter: number;
  /** Null where there were no calls. */
  before: Share | null;
  after: Share | null;
  verdict: "fewer" | "more" | "open" | "none";
  /** First-try success of all its tools: calls are told to tools, so names that others have as well are in it. */
  attempts: { before: Attempts; after: Attempts };
};

/** What agents get wrong again and again: one parameter of one tool, with the newest refusal in its server's own words. */
export type SheetGap = { tool: string; field: string; calls: number; message: string };

/** An open issue that agents reported about a provider. */
export type SheetReport = { id: string; title: string; reports: number };
