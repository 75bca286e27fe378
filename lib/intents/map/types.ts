/** Intents on a map, the most called first. The others are in the list only. */
export const MAPPED_MAX = 300;

/**
 * What is most remarkable of the calls of an intent, worst first. failing: a fifth or more failed;
 * held: half or more; watch: a twentieth or more failed.
 */
export const OUTLOOK_ORDER = ["failing", "watch", "held", "fine"] as const;

export type Outlook = (typeof OUTLOOK_ORDER)[number];

export type MappedIntent = {
  id: string;
  name: string;
  calls: number;
  failed: number;
  held: number;
  /** Its place, from 0 to 1. */
  x: number;
  y: number;
  /** Whether the list's filters find it. */
  found: boolean;
};

/** The intents on the map, the largest first, and whether others have no place on it. */
export type IntentMap = { intents: MappedIntent[]; others: number };
