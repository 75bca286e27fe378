/** Minimum of judged calls and sessions of a tool. */
export const PURPOSES_CALLS_MIN = 8;
export const PURPOSES_SESSIONS_MIN = 3;

/** Window in days, the same as for all findings from calls. */
export const PURPOSE_DAYS = 14;

export const RATIONALES_SHOWN = 3;

export type Described = { id: string; name: string; description: string };

export type Said = { callId: string; occurredAt: Date; session: string | null; rationale: string };

/**
 * A tool with another use: the judged calls with another purpose, and the tool that fits better, if
 * any.
 */
export type OtherPurpose = { judged: number; calls: readonly Said[]; better: string | null };

export type OtherUse = {
  calls: number;
  judged: number;
  sessions: number;
  /** From the newest of these calls, without likely secrets. */
  rationales: string[];
  better: Described | null;
  /** Intents of the newest of these calls, most calls first; `withFindingIntents` adds them. */
  intents: { id: string; name: string }[];
};
