/** Whether a caller's newest call has a rationale: resolved, or not. */
export const OFFENDER_STATES = ["unresolved", "resolved"] as const;

export type OffenderState = (typeof OFFENDER_STATES)[number];

/** What the list of them shows. */
export const OFFENDER_VIEWS = [...OFFENDER_STATES, "all"] as const;

export type OffenderView = (typeof OFFENDER_VIEWS)[number];

/** Counting stops here; beyond it people read "1,000+". */
export const OFFENDERS_COUNTED = 1_000;

/** Agents of a gateway that are told apart in a tenant; a few more where several are new at the same moment. */
export const CALLERS_MAX = 500;

/** What stands for all others. */
export const MORE_AGENTS = "(more agents)";

/** Resolved for so long, a caller makes room for others. */
export const RESOLVED_KEPT_DAYS = 90;

/** A caller that left its rationale out. */
export type Offender = {
  tenant: { id: string; key: string };
  gateway: { id: string; name: string };
  /** Null when its calls named no agent. */
  agent: string | null;
  firstAt: Date;
  lastAt: Date;
  /** Its calls without a rationale. */
  calls: number;
  /** Of these, calls that were refused for it. */
  refused: number;
  /** When its first call with a rationale came since; null while it has sent none. */
  resolvedAt: Date | null;
  /** How often it left its rationale out again after it had complied. */
  returned: number;
};

/** The same caller on one day. */
export type OffenderDay = {
  gateway: { id: string; name: string };
  /** Null when the call named no agent. */
  agent: string | null;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  calls: number;
  refused: number;
};
