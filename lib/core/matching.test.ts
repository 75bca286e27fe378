import fc from "fast-check";
import { expect, test } from "vitest";
import { fillSeats } from "./matching";

const isIn = (person: readonly number[], seat: { id: number }) => person.includes(seat.id);

test("a person who may take either seat gives theirs up to one who has no choice", () => {
  const seats = [
    { id: 0, count: 1 },
    { id: 1, count: 1 },
  ];
  const [either, onlyFirst] = [[0, 1], [0]];
  expect(fillSeats(seats, [either, onlyFirst], isIn)).toEqual([[onlyFirst], [either]]);
});

/** The most seats that can be filled, by trying everything. */
function most(
  seats: readonly { id: number; count: number }[],
  people: readonly (readonly number[])[],
): number {
  const [person, ...others] = people;
  if (!person) return 0;
  const taking = seats.flatMap((seat, at) =>
    seat.count > 0 && isIn(person, seat)
      ? [1 + most(seats.with(at, { ...seat, count: seat.count - 1 }), others)]
      : [],
  );
  return Math.max(most(seats, others), ...taking);
}

test("as many seats are filled as can be, in whatever order people come", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });
  const people = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 3 })), { maxLength: 6 });
  fc.assert(
    fc.property(counts, people, (given, all) => {
      const seats = given.map((count, id) => ({ id, count }));
      const filled = fillSeats(seats, all, isIn);
      expect(filled.flat()).toHaveLength(most(seats, all));
      for (const [at, here] of filled.entries()) {
        expect(here.length).toBeLessThanOrEqual(seats[at]?.count ?? 0);
        for (const person of here) expect(person).toContain(at);
      }
      expect(new Set(filled.flat()).size).toBe(filled.flat().length);
    }),
  );
});
