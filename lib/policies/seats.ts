import { fillSeats } from "@/lib/core/matching";
import { DECIDER_ROLES, type Deciders, type PolicySeat, type Requirement } from "./types";

/** Everybody that some seat names, without repetition. */
export function unionOf(seats: readonly Deciders[]): Deciders {
  return {
    roles: DECIDER_ROLES.filter((role) => seats.some(({ roles }) => roles.includes(role))),
    people: [...new Set(seats.flatMap(({ people }) => people))],
    groups: [...new Set(seats.flatMap(({ groups }) => groups))],
  };
}

/** How many people fill all seats. */
export const sumOf = (seats: readonly PolicySeat[]): number =>
  seats.reduce((sum, { approvals }) => sum + approvals, 0);

/** The seats that a requirement asks for: its own, or the one of its deciders. */
export const seatsIn = ({
  approvals,
  deciders,
  seats,
}: Pick<Requirement, "approvals" | "deciders" | "seats">) => seats ?? [{ approvals, ...deciders }];

export const countNamed = ({ roles, people, groups }: Deciders): number =>
  roles.length + people.length + groups.length;

/** Whether both name the same, in any order. */
export function areSame(one: Deciders, other: Deciders): boolean {
  const isWithin = (a: Deciders, b: Deciders) => countNamed(unionOf([a, b])) === countNamed(unionOf([b]));
  return isWithin(one, other) && isWithin(other, one);
}

/**
 * How many of the people that have to approve are named by address, if no role or group of a seat
 * or an escalation can add more; null if one can, or if they are enough.
 */
export function tooFewNamed(seats: readonly PolicySeat[], joining: Deciders | null): number | null {
  if (joining && joining.roles.length + joining.groups.length > 0) return null;
  const closed = seats
    .filter(({ roles, groups }) => roles.length + groups.length === 0)
    .map(({ approvals: count, people }) => ({ count, people: [...people, ...(joining?.people ?? [])] }));
  const named = [...new Set(closed.flatMap(({ people }) => people))];
  const filled = fillSeats(closed, named, (person, { people }) => people.includes(person)).flat().length;
  return filled < closed.reduce((sum, { count }) => sum + count, 0) ? filled : null;
}

/** Everybody that a requirement names, each list with its place in the written form. */
export function namedLists({ deciders, seats, escalate }: Requirement): (Deciders & { list: string })[] {
  const from = seats
    ? seats.map((seat, at) => ({ ...seat, list: `seats/${at}` }))
    : [{ ...deciders, list: "deciders" }];
  return [...from, ...(escalate ? [{ ...escalate, list: "escalate" }] : [])];
}
