export type EmptyReason = "short" | "echo" | "boilerplate" | "gibberish" | "repeated";

/** Whether a template explains its calls; if not, why. */
export type Verdict = { meaningful: true } | { meaningful: false; reason: EmptyReason };

export type Judged = {
  provider: string | null;
  tool: string;
  /** The agent's text. */
  rationale: string;
  /** JSON text; null for a call without arguments. */
  argumentsText: string | null;
  sessions: number;
};

/**
 * Raised when verdicts change. Templates of an earlier edition are judged again when they are said
 * again.
 */
export const MEANING_EDITION = 2;

/** From this many sessions, a text without specific words counts as a habit. */
export const HABIT_SESSIONS = 25;

/** Characters of arguments to read. Rationales repeat their beginning. */
export const ECHOED_CHARS = 4_000;
