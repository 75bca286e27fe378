/** Resolved: the caller's newest call has a rationale. */
export const OFFENDER_STATES = ["unresolved", "resolved"] as const;

export type OffenderState = (typeof OFFENDER_STATES)[number];

export const OFFENDER_VIEWS = [...OFFENDER_STATES, "all"] as const;

export type OffenderView = (typeof OFFENDER_VIEWS)[number];

/** Counts stop here; pages show "1,000+". */
export const OFFENDERS_COUNTED = 1_000;

/** Agents with their own row per tenant; concurrent new ones may slightly exceed it. */
export const CALLERS_MAX = 500;

export const MORE_AGENTS = "(more agents)";

/** Days after which a resolved caller makes room for others. */
export const RESOLVED_KEPT_DAYS = 90;

/** Days without a call that leaves it out, after which an unresolved caller makes room too. */
export const UNRESOLVED_KEPT_DAYS = 365;

export type Offender = {
  tenant: { id: string; key: string };
  gateway: { id: string; name: string };
  /** Null if its calls named no agent. */
  agent: string | null;
  firstAt: Date;
  lastAt: Date;
  calls: number;
  refused: number;
  /** The first call with a rationale since; null while it has sent none. */
  resolvedAt: Date | null;
  /** How often it stopped sending rationales after it had complied. */
  returned: number;
};

export type OffenderDay = {
  gateway: { id: string; name: string };
  /** Null if the call named no agent. */
  agent: string | null;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  calls: number;
  refused: number;
};
