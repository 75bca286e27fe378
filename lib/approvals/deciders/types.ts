import type { Deciders } from "@/lib/policies/types";

/** Who may take a seat once the call has waited that long. Empty lists: any approver. */
export type Takers = Deciders & { afterSeconds: number };

/** Room for the approvals of `count` people, each of them any of the takers. */
export type Seat = { count: number; takers: readonly Takers[] };

/**
 * What one policy demands of deciders, as `seats_of` in the database derives it for
 * `approvals.seats`. `separation`: who may not decide, or may not approve their own edit.
 */
export type Demand = {
  policy: string;
  seats: readonly Seat[];
  separation: { requester: boolean; editor: boolean; owner: boolean };
  passkey: boolean;
};

export type Candidate = {
  role: string;
  email: string;
  groups: readonly string[];
  offDuty: readonly string[];
  isRequester: boolean;
  isOwner: boolean;
  /** Milliseconds that the call has waited, by the database's clock. */
  waitedMs: number;
};

/** A person as takers name them; `waited`: for how many seconds the call has waited for them. */
export type Taker = { email: string; role: string; groups: readonly string[]; waited: number };

/** An approval that counts now: whose it is, and what they may take seats by. */
export type Voter = { place: string; who: Taker };

/** A voter with their name and time, also as the database writes it. */
export type AgreedVoter = Voter & { userId: string; name: string; at: Date };
export type StoredVoter = Omit<AgreedVoter, "at"> & { at: string };

/** A seat as people read it. `of`: "ops"; `more`: "one more of finance", at first "one of finance". */
export type SeatView = {
  of: string;
  count: number;
  open: number;
  more: string;
  by: { name: string; at: Date }[];
};

/** An absent person, as far as their deputy's permission depends on them. */
export type AbsentCandidate = Omit<Candidate, "waitedMs"> & { id: string; name: string };

/** One way for a person to decide: in place of an absent person, or directly (null). */
export type Way<A> = { as: A | null; who: Taker };

/** `why` a person may not decide; otherwise who they may decide for, empty if directly. */
export type Standing<A> = { why: string | null; inPlaceOf: readonly A[]; ways: readonly Way<A>[] };

/** The person a vote was given for, with their name at that time. */
export type DeputyFor = { id: string; name: string };

/**
 * Fewer people may decide the calls of a policy than must approve them. Lists those who are out;
 * `withoutPasskey` counts more who lack a passkey. `withoutOwner`: one candidate owns an agent and
 * is not counted.
 */
export type Shortage = {
  people: number;
  out: string[];
  withoutOwner: boolean;
  withoutPasskey: number;
  /** Of several seats, those with too few people: `at`, the position in the policy. */
  seats: readonly { at: number; of: Deciders; people: number; approvals: number }[];
};

/** A policy in force that too few people can satisfy, and the sentence that says so. */
export type ShortPolicy = { policy: string; why: string };

/** Who of those who may decide can be expected to answer now. */
export type Whereabouts = {
  /** The first fifty: those on call, then those away. */
  people: readonly PersonThere[];
  eligible: number;
  away: number;
  onCall: number;
  /** Whether any of them has shifts. */
  hasShifts: boolean;
  here: number;
  /** Of each tenant that was asked about, those with no one else available first; empty for a call. */
  tenants: readonly TenantThere[];
};

/** Tenants that a sentence names; more are counted. */
export const TENANTS_NAMED = 3;

/** `available`: neither away nor off duty. `isViewerAlone`: the viewer is the only one of them. */
export type TenantThere = { key: string; eligible: number; available: number; isViewerAlone: boolean };

export type PersonThere = {
  id: string;
  name: string;
  isViewer: boolean;
  /** A page is open in their browser, or was two minutes ago. */
  isHere: boolean;
  /** Out of office; `deputy` decides for them. */
  away: { until: Date; deputy: string } | null;
  /** `until`: null if another shift follows. */
  onCall: readonly { group: string; until: Date | null }[];
  /** Has shifts, and none now. */
  isOffDuty: boolean;
  /** The first tenants of those asked about in which they may decide; null: all. */
  tenants: { some: readonly string[]; more: number } | null;
};
