import { describe, expect, test } from "vitest";
import { type Mapped, mapOf, type Place } from "./map";

const SIZE = 32;

/** Topics as directions, with things of each around it. The same on every run. */
function topics(count: number, each: number): (Mapped & { topic: number })[] {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const vector = () => Array.from({ length: SIZE }, random);
  return Array.from({ length: count }, vector).flatMap((middle, topic) =>
    Array.from({ length: each }, () => {
      const near = middle.map((value) => value + random() * 0.5);
      const length = Math.hypot(...near);
      return {
        ...{ topic, size: 0.01 + 0.02 * Math.abs(random()), before: null },
        middle: Float32Array.from(near, (value) => value / length),
      };
    }),
  );
}

const between = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);

const at = (places: readonly Place[], index: number) => places[index] ?? { x: 0, y: 0 };

describe("the map of clusters", () => {
  test("what is alike is near: most neighbours of a circle are of its topic", async () => {
    const all = topics(8, 12);
    const places = await mapOf(all);
    const right = all.map(({ topic }, one) => {
      const others = all
        .map((other, index) => ({ other, far: between(at(places, one), at(places, index)), index }))
        .filter(({ index }) => index !== one)
        .toSorted((a, b) => a.far - b.far);
      return others.slice(0, 5).filter(({ other }) => other.topic === topic).length / 5;
    });
    expect(right.reduce((sum, share) => sum + share, 0) / right.length).toBeGreaterThan(0.8);
  });

  test("circles are inside the map and hardly overlap", async () => {
    const all = topics(10, 15);
    const places = await mapOf(all);
    for (const { x, y } of places) for (const value of [x, y]) expect(value > 0 && value < 1).toBe(true);
    const pairs = all.flatMap((_, a) => all.slice(0, a).map((__, b) => [a, b] as const));
    const covering = pairs.filter(
      ([a, b]) => between(at(places, a), at(places, b)) < 0.8 * ((all[a]?.size ?? 0) + (all[b]?.size ?? 0)),
    );
    expect(covering.length).toBeLessThan(all.length * 0.05);
  });

  test("it is the same each time, and known clusters stay where people know them", async () => {
    const all = topics(8, 12);
    const places = await mapOf(all);
    expect(await mapOf(all)).toEqual(places);
    // A fifth of them is new.
    const isNew = (index: number) => index % 5 === 4;
    const first = await mapOf(all.filter((_, index) => !isNew(index)));
    const rest = first.values();
    const known = all.map((one, index) => ({
      ...one,
      before: isNew(index) ? null : (rest.next().value ?? null),
    }));
    const after = await mapOf(known);
    const moved = known.flatMap(({ before }, index) => (before ? between(before, at(after, index)) : []));
    const middle = moved.toSorted((a, b) => a - b)[Math.floor(moved.length / 2)];
    expect(middle).toBeLessThan(0.02);
    // New ones are put to their topic, not anywhere.
    const right = known.flatMap(({ before, topic }, index) => {
      if (before) return [];
      const far = known.map((other, to) => ({ other, to, far: between(at(after, index), at(after, to)) }));
      const near = far
        .filter(({ to }) => to !== index)
        .toSorted((a, b) => a.far - b.far)
        .slice(0, 3);
      return near.filter(({ other }) => other.topic === topic).length / near.length;
    });
    expect(right.reduce((sum, share) => sum + share, 0) / right.length).toBeGreaterThan(0.6);
  });

  test.each([0, 1, 2])("%i clusters have a place, too", async (count) => {
    const places = await mapOf(topics(1, count));
    expect(places).toHaveLength(count);
    for (const { x, y } of places) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  });

  test("equal clusters are put next to each other, not upon each other", async () => {
    const [one] = topics(1, 1);
    if (!one) throw new Error("no cluster");
    const places = await mapOf([one, one, one]);
    expect(between(at(places, 0), at(places, 1))).toBeGreaterThan(one.size);
  });
});
