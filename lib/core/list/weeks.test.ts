import { expect, test } from "vitest";
import { mondayOf, pastWeek, weekOf, weeksAfter } from "./weeks";

test.each([
  ["2026-01-01", "2026-W01", "2025-12-29"],
  ["2026-11-22", "2026-W47", "2026-11-16"],
  ["2026-11-23", "2026-W48", "2026-11-23"],
  ["2027-01-03", "2026-W53", "2026-12-28"],
  ["2024-12-30", "2025-W01", "2024-12-30"],
])("%s is in %s, which begins on %s", (day, week, monday) => {
  expect(weekOf(new Date(`${day}T23:59:59.999Z`))).toBe(week);
  expect(mondayOf(week).toISOString()).toBe(`${monday}T00:00:00.000Z`);
});

test("weeks follow one another over the years", () => {
  expect(weeksAfter("2026-W53", 1)).toBe("2027-W01");
  expect(weeksAfter("2026-W01", -1)).toBe("2025-W52");
});

test("a week that has begun is taken, by its number or a day", () => {
  const { read, accepts } = pastWeek(8);
  const now = weekOf(new Date());
  expect(read(now)).toBe(now);
  expect(read(new Date().toISOString().slice(0, 10))).toBe(now);
  expect(read(weeksAfter(now, -8))).toBe(weeksAfter(now, -8));
  for (const bad of [weeksAfter(now, 1), weeksAfter(now, -9), "2025-W53", "2026-W00", "2026-47", "last", ""])
    expect(read(bad), bad).toBeUndefined();
  expect(accepts).toContain("2026-W47");
});
