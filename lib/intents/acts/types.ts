/** Acts of people on intents. Each can be undone. */
const ACT_KINDS = ["rename", "pin", "ignore", "review", "merge", "split", "move", "issue"] as const;

export type ActKind = (typeof ACT_KINDS)[number];

export const REVIEWS = ["open", "reviewed", "actioned"] as const;

export type Review = (typeof REVIEWS)[number];

/** What one press sets on several intents. */
export const INTENT_MARKS = ["pinned", "unpinned", "ignored", "unignored", "reviewed", "open"] as const;

export type IntentMark = (typeof INTENT_MARKS)[number];

export const INTENT_NAME_MAX = 120;

export const REVIEW_NOTE_MAX = 1_000;

/** Limit of intents in one merge. */
export const MERGED_MAX = 20;

/** Limit of rationales in one move. */
export const RATIONALES_MOVED_MAX = 500;

/** Newest acts on an intent's page. */
export const ACTS_SHOWN = 20;

export type Acted = { id: string; revision: number; actId: string };

export type Marked = { mark: IntentMark; actIds: string[] };

/** An act for display. `said` is the choice, `other` the name of the other intent at that time. */
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
  said?: string | null;
  on?: boolean;
  note?: string | null;
  other?: string;
  rationales?: number;
  issue?: string;
};
