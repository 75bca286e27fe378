import { expect, test } from "vitest";
import { boundedStep, STEPS, stepAt, widthClass, widthOf } from "./list-width";

test("a width stays within its bounds, and nonsense is the usual one", () => {
  expect(widthOf(stepAt(10))).toBe(320);
  expect(widthOf(stepAt(9_999))).toBe(640);
  expect(widthOf(stepAt(411.6))).toBe(416);
  expect(boundedStep(Number("x"))).toBe(STEPS.usual);
});

test("each step's class is as wide as it says: a class number is four pixels", () => {
  for (let step = STEPS.first; step <= STEPS.last; step += 1)
    expect(widthClass(step)).toBe(`lg:w-${widthOf(step) / 4}`);
});
