import type { DecisionWord, ExecutionWord } from "../types";

/** Calls of the same caller that are compared, before and after one call. */
export const NEARBY_MAX = 20;

/** Calls of a session that are searched for them: a session may hold thousands for other tools. */
export const SESSION_READ_MAX = 200;

/** Characters of the arguments that are compared to match attempts. */
export const HEAD_CHARS = 2_000;

export type NearbyAttempt = {
  id: string;
  decision: DecisionWord;
  execution: ExecutionWord;
  heldBecause: string;
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
  head: string;
};
