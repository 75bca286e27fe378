import { expect, test } from "vitest";
import { weeksUntil } from "./weeks";

test("weeks begin on Mondays in UTC, and the present one is the last", () => {
  expect(weeksUntil(new Date("2026-11-22T23:59:00Z"), 2)).toEqual([
    { from: "2026-11-09", to: "2026-11-15" },
    { from: "2026-11-16", to: "2026-11-22" },
  ]);
  expect(weeksUntil(new Date("2026-11-23T00:00:00Z"), 12).at(-1)?.from).toBe("2026-11-23");
});
