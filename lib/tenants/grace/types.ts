export const EXTEND_DAYS = { min: 1, max: 90 };

/** A caller that left its rationale out, on one day. */
export type Offender = {
  gateway: { id: string; name: string };
  /** Null when the call named no agent. */
  agent: string | null;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  calls: number;
};
