import type { DecisionWord, ExecutionWord } from "../types";

/** So many calls of the same caller are looked at before and after one. */
export const NEARBY_MAX = 20;

/** So many calls of a session are looked through for them: one may make thousands, of other tools. */
export const SESSION_READ_MAX = 200;

/** Of the arguments, what tells attempts at the same thing apart from others (characters). */
export const HEAD_CHARS = 2_000;

/** A call of the same session, tool and agent as another, or that one itself, as JSON has it. */
export type NearbyAttempt = {
  id: string;
  decision: DecisionWord;
  execution: ExecutionWord;
  heldBecause: string;
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
  /** The beginning of the arguments. */
  head: string;
};
