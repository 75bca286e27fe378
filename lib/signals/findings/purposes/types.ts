/** So many calls of a tool, in so many sessions, are judged at the least: fewer say nothing of what it is for. */
export const PURPOSES_CALLS_MIN = 8;
export const PURPOSES_SESSIONS_MIN = 3;

/** How far back calls are looked at: as far as for everything that calls prove. */
export const PURPOSE_DAYS = 14;

/** Rationales that are shown. */
export const RATIONALES_SHOWN = 3;

/** What agents see of a tool before they choose it. */
export type Described = { id: string; name: string; description: string };

/** What a call says of itself. */
export type Said = { callId: string; occurredAt: Date; session: string | null; rationale: string };

/** That a tool is used for something else: which of the calls that were judged, and whose description fits them better, if any does. */
export type OtherPurpose = { judged: number; calls: readonly Said[]; better: string | null };

/** The same for people, over all tenants that are looked at. */
export type OtherUse = {
  calls: number;
  judged: number;
  /** Calls without a session count as one. */
  sessions: number;
  /** As the newest of these calls sent them, without what looks like a secret. */
  rationales: string[];
  better: Described | null;
};
