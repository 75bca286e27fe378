import { expect, test } from "vitest";
import { wilson } from "./wilson";

test.each([
  // From published tables (Newcombe 1998, method 3).
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
])("%d of %d are from %f to %f", (hits, trials, low, high) => {
  expect(wilson(hits, trials).low).toBeCloseTo(low, 3);
  expect(wilson(hits, trials).high).toBeCloseTo(high, 3);
});

test("less confidence is a narrower interval", () => {
  expect(wilson(15, 20, 90).low).toBeCloseTo(0.5678, 3);
  expect(wilson(15, 20, 90).high).toBeCloseTo(0.8727, 3);
});

test("without trials nothing is known, and more hits than trials are all of them", () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilson(12, 10)).toEqual(wilson(10, 10));
});
