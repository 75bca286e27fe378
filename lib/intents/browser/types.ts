import type { Review } from "../acts/types";

/**
 * new: first seen within a week; growing: at least 1.5 times the calls of the week before; fading:
 * at most half.
 */
export const INTENT_STATES = ["new", "growing", "fading", "steady"] as const;

export type IntentState = (typeof INTENT_STATES)[number];

/** Zoom levels of the list, widest to finest. Without one, the list shows intents as grouped. */
export const INTENT_LEVELS = ["coarsest", "coarse", "fine", "finest"] as const;

export type IntentLevel = (typeof INTENT_LEVELS)[number];

/** Rows per page: each takes 5 KiB of the page and its data. */
export const INTENT_ROWS = 25;

export const INTENT_SORTS = ["calls", "growth", "failed", "held", "last"] as const;

export type IntentSort = (typeof INTENT_SORTS)[number];

/** Sort orders known for all parts. The others need counts, which exist only for the rows shown. */
export const PART_SORTS = ["calls", "last"] as const satisfies readonly IntentSort[];

export const INTENT_KINDS = ["pinned", "ignored", "weak", "named"] as const;

export type IntentKind = (typeof INTENT_KINDS)[number];

export type ListedIntent = {
  id: string;
  tenantId: string;
  part: number;
  name: string;
  named: boolean;
  keywords: string[];
  calls: number;
  /** Failed calls among them. */
  failed: number;
  /** Held calls among them. */
  held: number;
  templates: number;
  tools: string[];
  /** Calls by week over the last eight weeks, oldest first. */
  weeks: number[];
  state: IntentState;
  lastAt: Date | null;
  pinned: boolean;
  ignored: boolean;
  review: Review;
  weak: boolean;
  members: number;
  revision: number;
};

export type IntentPage = { rows: ListedIntent[]; nextCursor: string | null };

export const WEAK_CALLS = 10;

/** Intents by value of each choice. */
export type IntentCounts = {
  matching: number;
  /** All that are not ignored. */
  listed: number;
  states: Partial<Record<IntentState, number>>;
  reviews: Partial<Record<Review, number>>;
  only: Partial<Record<IntentKind, number>>;
  tools: Record<string, number>;
};
