export const DELEGATION_NOTE_MAX = 300;

/** So long somebody else may decide for a person at most, in days, and so far ahead it may begin. */
export const DELEGATION_DAYS_MAX = 366;

/** Listed at once, the latest first. */
export const DELEGATIONS_LISTED = 200;

export const DELEGATION_STATES = ["planned", "in_force", "over", "ended"] as const;

/** Not begun, in force, past its end, or taken back before that. */
export type DelegationState = (typeof DELEGATION_STATES)[number];

type Somebody = { id: string; name: string; email: string };

/** For a time, `to` decides in place of `from`. */
export type Delegation = {
  id: string;
  from: Somebody;
  /** `decides`: whether their account and role let them decide calls as things are. */
  to: Somebody & { decides: boolean };
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  note: string;
  madeBy: string;
  createdAt: Date;
  state: DelegationState;
};

/** What is said to make one; `from` is who is out, else whoever says it, and `startsAt` else now. */
export type NewDelegation = { from?: string; to: string; startsAt?: Date; endsAt: Date; note: string };
