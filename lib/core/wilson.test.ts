import { expect, test } from "vitest";
import { wilsonLower } from "./wilson";

test.each([
  // As published tables have it (Newcombe 1998, method 3).
  [81, 263, 0.2553],
  [15, 148, 0.0624],
  [0, 20, 0],
  [1, 29, 0.0061],
  [29, 29, 0.883],
])("%d of %d are at least %f", (hits, trials, lower) => {
  expect(wilsonLower(hits, trials)).toBeCloseTo(lower, 3);
});

test("without trials nothing is known, and more hits than trials are all of them", () => {
  expect(wilsonLower(0, 0)).toBe(0);
  expect(wilsonLower(12, 10)).toBe(wilsonLower(10, 10));
});
