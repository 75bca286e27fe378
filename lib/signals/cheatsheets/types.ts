import type { Share as AttemptShare } from "../attempts/types";

/** Days compared before and after publication. The day of publication is excluded. */
export const EFFECT_DAYS = 14;

/** Refused calls as a share of calls that reached the tools, with its 95 % interval. */
export type Share = { refused: number; calls: number; share: number; low: number; high: number };

export type Attempts = { groups: number; firstTry: number; share: AttemptShare | null };

/**
 * Calls refused by the tools' definitions, before and after publication. `unmeasured`: tools with
 * shared names, because counts are by name.
 */
export type SheetEffect = {
  tools: number;
  unmeasured: number;
  daysAfter: number;
  before: Share | null;
  after: Share | null;
  verdict: "fewer" | "more" | "open" | "none";
  /** First-try success of all its tools. Includes shared names, because attempts are by tool. */
  attempts: { before: Attempts; after: Attempts };
};

/** One parameter that agents repeatedly get wrong, with the newest error in the server's words. */
export type SheetGap = { tool: string; field: string; calls: number; message: string };

export type SheetReport = { id: string; title: string; reports: number };
