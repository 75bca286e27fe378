import { expect, test } from "vitest";
import { coursePath } from "./course";

test("the day with most reports is as high as the row, a day with one is visible, and one without is empty", () => {
  expect(coursePath([0, 1, 100], 30, 14)).toBe("M15.0 14V12.0M25.0 14V0.0");
  expect(coursePath([0, 0], 30, 14)).toBe("");
});
