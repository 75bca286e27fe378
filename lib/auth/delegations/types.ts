export const DELEGATION_NOTE_MAX = 300;

/** Maximum days of a delegation, and until its start. */
export const DELEGATION_DAYS_MAX = 366;

export const DELEGATIONS_LISTED = 200;

export const DELEGATION_STATES = ["planned", "in_force", "over", "ended"] as const;

export type DelegationState = (typeof DELEGATION_STATES)[number];

type Somebody = { id: string; name: string; email: string };

export type Delegation = {
  id: string;
  from: Somebody;
  /** `decides`: whether their account and role currently let them decide calls. */
  to: Somebody & { decides: boolean };
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  note: string;
  madeBy: string;
  createdAt: Date;
  state: DelegationState;
};

/** Input of a new delegation; `from` defaults to the caller, `startsAt` to now. */
export type NewDelegation = { from?: string; to: string; startsAt?: Date; endsAt: Date; note: string };
