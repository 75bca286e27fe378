import type { Deciders } from "@/lib/policies/types";

/** Who may take a seat once the call has waited that long. Empty lists: everybody who may decide. */
export type Takers = Deciders & { afterSeconds: number };

/** Room for the approvals of `count` people, each of whom any of the takers may give. */
type Seat = { count: number; takers: readonly Takers[] };

/**
 * What one policy demands of those who decide a call, as the database makes it of the policy (`seats_of`) and keeps it in
 * `approvals.seats`. `separation`: who may not decide, or, having edited the arguments, not approve them.
 */
export type Demand = {
  policy: string;
  seats: readonly Seat[];
  separation: { requester: boolean; editor: boolean; owner: boolean };
  passkey: boolean;
};

/** A person who wants to decide, with their groups and those in which they are not on duty. */
export type Candidate = {
  role: string;
  email: string;
  groups: readonly string[];
  offDuty: readonly string[];
  /** The call is made on their behalf. */
  isRequester: boolean;
  /** They own the agent that makes the call. */
  isOwner: boolean;
  /** How long the call has waited, by the database's clock. */
  waitedMs: number;
};

/** Somebody who is out, as far as it matters to whether their deputy may decide a call. */
export type AbsentCandidate = Omit<Candidate, "waitedMs"> & { id: string; name: string };

/** `why` a person may not decide a call, else in whose place they may; empty where they may by themself. */
export type Standing<A> = { why: string | null; inPlaceOf: readonly A[] };

/** In whose place a vote was given, as they were called then. */
export type DeputyFor = { id: string; name: string };

/**
 * Fewer people may decide the calls of a policy than have to approve them: how many, who else might were they not out, and how many
 * more could with a passkey. `withoutOwner`: one of those who might owns an agent and is not counted.
 */
export type Shortage = { people: number; out: string[]; withoutOwner: boolean; withoutPasskey: number };
