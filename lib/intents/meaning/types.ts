/** Why a rationale says nothing. */
export type EmptyReason = "short" | "echo" | "boilerplate" | "gibberish" | "repeated";

/** Whether a template says what its calls are for; if not, why. */
export type Verdict = { meaningful: true } | { meaningful: false; reason: EmptyReason };

/** What is judged: a rationale with the call it came with. */
export type Judged = {
  provider: string | null;
  tool: string;
  /** As its agent wrote it. */
  rationale: string;
  /** The call's, as JSON text; null where there were none. */
  argumentsText: string | null;
  /** Distinct sessions that said the same. */
  sessions: number;
};

/** From so many sessions on, a sentence that names nothing of its own is taken for a habit. */
export const HABIT_SESSIONS = 25;

/** Arguments are read so far: what a rationale echoes stands at their beginning. */
export const ECHOED_CHARS = 4_000;
