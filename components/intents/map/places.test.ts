import { expect, test } from "vitest";
import type { MappedIntent } from "@/lib/intents/map/types";
import { type Circle, circlesOf, labelsOf, stepOnMap } from "./places";

const intent = (id: string, x: number, y: number, calls = 10): MappedIntent => ({
  ...{ id, name: id, calls, failed: 0, held: 0, x, y, found: true },
});

const [WIDTH, HEIGHT] = [400, 400];

const named = (circles: readonly Circle[], name = (id: string) => id) =>
  circles.map((circle) => ({ circle, name: name(circle.id) }));

test("the area of a circle grows with calls, and the smallest can be seen", () => {
  const [large, half, small] = circlesOf(
    [intent("a", 0.2, 0.2, 1_000), intent("b", 0.5, 0.5, 250), intent("c", 0.8, 0.8, 1)],
    WIDTH,
    HEIGHT,
  );
  expect((large?.radius ?? 0) / (half?.radius ?? 1)).toBeCloseTo(2);
  expect(small?.radius).toBeGreaterThan(3);
});

test("an arrow leads to the nearest circle ahead, not to one at the side", () => {
  const circles = circlesOf(
    [
      intent("here", 0.5, 0.5),
      intent("right", 0.7, 0.52),
      intent("above", 0.55, 0.2),
      intent("far", 0.9, 0.5),
    ],
    WIDTH,
    HEIGHT,
  );
  const [here] = circles;
  if (!here) throw new Error("no circle");
  expect(stepOnMap(circles, here, "ArrowRight")?.id).toBe("right");
  expect(stepOnMap(circles, here, "ArrowUp")?.id).toBe("above");
  expect(stepOnMap(circles, here, "ArrowLeft")).toBeNull();
  expect(stepOnMap(circles, here, "ArrowDown")).toBeNull();
});

test("names do not cover each other nor leave the map; the first win, long ones are cut", () => {
  const circles = circlesOf(
    [intent("a", 0.02, 0.5), intent("b", 0.05, 0.5), intent("c", 0.9, 0.2), intent("d", 0.5, 0.999)],
    WIDTH,
    HEIGHT,
  );
  const labels = labelsOf(
    named(circles, (id) => `${id} is a long name for an intent`),
    WIDTH,
    HEIGHT,
  );
  expect(labels.map(({ id }) => id)).toEqual(["a", "c"]);
  for (const { x, text } of labels) {
    expect(text.endsWith("…")).toBe(true);
    expect(x > 50 && x < WIDTH - 50).toBe(true);
  }
});

test("of very many only some are named", () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    intent(`i${at}`, (at % 20) / 20, Math.floor(at / 20) / 16),
  );
  expect(labelsOf(named(circlesOf(many, WIDTH, HEIGHT)), WIDTH, HEIGHT).length).toBeLessThan(20);
});
