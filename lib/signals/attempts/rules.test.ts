import { expect, test } from "vitest";
import { durationStep, quantile, shareOf } from "./rules";
import { DURATION_STEPS, GROUPS_MIN } from "./types";

test("a share has Wilson's interval, and there is none of a few", () => {
  expect(shareOf(GROUPS_MIN - 1, GROUPS_MIN - 1)).toBeNull();
  // By hand: n = 20, p = 0.5, z = 1.645.
  const half = shareOf(10, 20);
  expect(half?.from).toBeCloseTo(0.327, 3);
  expect(half?.to).toBeCloseTo(0.673, 3);
  expect(shareOf(20, 20)).toMatchObject({ share: 1, to: 1 });
  expect(shareOf(20, 20)?.from).toBeCloseTo(0.881, 3);
  expect(shareOf(0, 1_000)?.from).toBeCloseTo(0, 12);
});

test("times are right to within a fifth, from one millisecond to most of an hour", () => {
  for (const ms of [1, 2, 5, 17, 240, 999, 4_000, 61_000, 2_400_000]) {
    const durations = Array<number>(DURATION_STEPS).fill(0);
    durations[durationStep(ms)] = 100;
    const median = quantile(durations, 0.5) ?? 0;
    expect(Math.abs(Math.log(median / ms)), String(ms)).toBeLessThan(Math.log(1.2));
  }
  expect(durationStep(0)).toBe(0);
  expect(durationStep(2 ** 31)).toBe(DURATION_STEPS - 1);
  expect(quantile([], 0.5)).toBeNull();
});
