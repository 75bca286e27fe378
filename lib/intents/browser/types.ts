import type { Review } from "../acts/types";

/** new: first said within a week; growing: half as many calls again in the last week as in the one before; fading: half of them or less. */
export const INTENT_STATES = ["new", "growing", "fading", "steady"] as const;

export type IntentState = (typeof INTENT_STATES)[number];

/** How far the list puts intents together, or tells them apart, from the widest to the finest. Without one, as they were grouped. */
export const INTENT_LEVELS = ["coarsest", "coarse", "fine", "finest"] as const;

export type IntentLevel = (typeof INTENT_LEVELS)[number];

export const INTENT_SORTS = ["calls", "growth", "failed", "held", "last"] as const;

export type IntentSort = (typeof INTENT_SORTS)[number];

/** Of parts only these are known for all; the others are counted for those that are shown. */
export const PART_SORTS = ["calls", "last"] as const satisfies readonly IntentSort[];

/** Which ones: pinned, left out by people, weak themes, or named by people. */
export const INTENT_KINDS = ["pinned", "ignored", "weak", "named"] as const;

export type IntentKind = (typeof INTENT_KINDS)[number];

/** An intent as lists show it; at a finer level one of its parts, at a coarser one several intents. Names are made of agents' words. */
export type ListedIntent = {
  id: string;
  tenantId: string;
  /** Which part of the intent; 0 for all of it. */
  part: number;
  name: string;
  /** A person named it. */
  named: boolean;
  keywords: string[];
  calls: number;
  /** Of these, calls that went wrong. */
  failed: number;
  /** Of these, calls that waited for a person. */
  held: number;
  templates: number;
  /** The most called first. */
  tools: string[];
  /** Calls of the last eight weeks up to today, the oldest first. */
  weeks: number[];
  state: IntentState;
  lastAt: Date | null;
  pinned: boolean;
  ignored: boolean;
  review: Review;
  /** Little in common, or hardly any calls. */
  weak: boolean;
  /** Intents that are shown as this one. */
  members: number;
  revision: number;
};

export type IntentPage = { rows: ListedIntent[]; nextCursor: string | null };

/** Fewer calls than this are no theme yet. */
export const WEAK_CALLS = 10;
