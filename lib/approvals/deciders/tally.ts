import { fillSeats } from "@/lib/core/matching";
import { mayTake } from "./rules";
import type { Demand, Seat, Taker, Voter, Way } from "./types";

// Who fills which seat. People fill as many seats as possible, in any order of their votes.

/** A seat of a call, the people who fill it, and for how many more it has room. */
export type FilledSeat<V extends Voter = Voter> = { seat: Seat; by: readonly V[]; open: number };

/** `missing`: how many more people have to approve at least, for all policies together. */
export type Tally<V extends Voter = Voter> = { missing: number; seats: readonly FilledSeat<V>[] };

/** Whether more than the number of people decides: who they are matters too. */
export function hasSeveralSeats(demands: readonly Demand[]): boolean {
  return demands.length > 1 || demands.some(({ seats }) => seats.length > 1);
}

/**
 * How the votes that count fill the seats of a call. A person fills one seat of each policy; a
 * deputy and their absent person are one.
 */
export function tallyOf<V extends Voter>(
  demands: readonly Demand[],
  required: number,
  voters: readonly V[],
): Tally<V> {
  const places = [...new Set(voters.map(({ place }) => place))].map((id) =>
    voters.filter(({ place }) => place === id),
  );
  const few = Math.max(required - places.length, 0);
  // With one seat the count is enough: only votes of people who may take it count.
  if (!hasSeveralSeats(demands)) return { missing: few, seats: [] };
  const filled = demands.map((demand) => filledSeats(demand, places));
  const open = filled.map((seats) => seats.reduce((sum, one) => sum + one.open, 0));
  return { missing: Math.max(few, ...open), seats: filled.flat() };
}

function filledSeats<V extends Voter>({ seats }: Demand, people: readonly (readonly V[])[]): FilledSeat<V>[] {
  const taken = fillSeats(seats, people, (person, seat) => person.some(({ who }) => mayTake(seat, who)));
  return seats.map((seat, at) => {
    const by = (taken[at] ?? []).flatMap(([first]) => first ?? []);
    return { seat, by, open: seat.count - by.length };
  });
}

/** Whether one more approval fills a seat that is open; also true if none is. */
export function helps(
  demands: readonly Demand[],
  required: number,
  voters: readonly Voter[],
  one: Voter,
): boolean {
  const before = tallyOf(demands, required, voters);
  const openOf = ({ seats }: Tally) => seats.reduce((sum, { open }) => sum + open, 0);
  return openOf(before) === 0 || openOf(tallyOf(demands, required, [...voters, one])) < openOf(before);
}

/** The seats that a person could take in one of these ways, if they had room. */
export function seatsFor<V extends Voter>(
  seats: readonly FilledSeat<V>[],
  ways: readonly { who: Taker }[],
): readonly FilledSeat<V>[] {
  return seats.filter(({ seat }) => ways.some(({ who }) => mayTake(seat, who)));
}

/** A person in each way as a voter. `as`: the absent person they would vote for. */
export function votersOf<A extends { id: string }>(me: string, ways: readonly Way<A>[]) {
  return ways.map(({ as, who }) => ({ as, who, place: as?.id ?? me }));
}

/**
 * The ways to vote that fill a seat that others leave open, else those that others have voted in.
 * `isFilled`: there is neither.
 */
export function openWays<W extends Voter>(
  demands: readonly Demand[],
  required: number,
  others: readonly Voter[],
  ways: readonly W[],
): { open: readonly W[]; isFilled: boolean } {
  const isTaken = ({ place }: Voter) => others.some((one) => one.place === place);
  const helping = ways.filter((one) => !isTaken(one) && helps(demands, required, others, one));
  const open = helping.length > 0 ? helping : ways.filter(isTaken);
  return { open, isFilled: open.length === 0 };
}
