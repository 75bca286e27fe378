/** What people do with intents, each with a way to take it back. */
const ACT_KINDS = ["rename", "pin", "ignore", "review", "merge", "split", "move", "issue"] as const;

export type ActKind = (typeof ACT_KINDS)[number];

/** What people have said of an intent: nothing, that they looked at it, or that something was done about it. */
export const REVIEWS = ["open", "reviewed", "actioned"] as const;

export type Review = (typeof REVIEWS)[number];

export const INTENT_NAME_MAX = 120;

export const REVIEW_NOTE_MAX = 1_000;

/** Intents that one act merges into another. */
export const MERGED_MAX = 20;

/** Rationales that one act moves. */
export const RATIONALES_MOVED_MAX = 500;

/** Acts that an intent's page shows, the newest. */
export const ACTS_SHOWN = 20;

/** What an act answers: the intent that is looked at next, its revision, and the act's own id, by which it is taken back. */
export type Acted = { id: string; revision: number; actId: string };

/** An act as people read it. `said` is what was chosen, `other` the other intent by its name then. */
export type ShownAct = {
  id: string;
  kind: ActKind;
  by: string | null;
  at: Date;
  undoneBy: string | null;
  undoneAt: Date | null;
  says: ActSays;
};

export type ActSays = {
  /** The new name, null for the one that grouping gives; or what a review says. */
  said?: string | null;
  on?: boolean;
  note?: string | null;
  other?: string;
  rationales?: number;
  issue?: string;
};
