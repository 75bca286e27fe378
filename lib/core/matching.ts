type Seat = { count: number };

/**
 * Fills seats with as many people as possible, each person one: a person gives up a seat for one
 * with room elsewhere, so the order of people changes nothing but who sits where.
 * @returns the people of each seat
 */
export function fillSeats<S extends Seat, P>(
  seats: readonly S[],
  people: readonly P[],
  mayTake: (person: P, seat: S) => boolean,
): P[][] {
  const taken = seats.map((): P[] => []);
  const isSeated = (person: P, tried: Set<number>): boolean =>
    seats.some((seat, at) => {
      const here = taken[at];
      if (!here || tried.has(at) || !mayTake(person, seat)) return false;
      tried.add(at);
      const room = here.length < seat.count ? here.length : here.findIndex((one) => isSeated(one, tried));
      if (room === -1) return false;
      here[room] = person;
      return true;
    });
  for (const person of people) isSeated(person, new Set());
  return taken;
}
