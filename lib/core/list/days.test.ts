import { expect, test } from "vitest";
import { pastTime, periodOf } from "./days";

test("a period of days includes the last one", () => {
  expect(periodOf({ since: "2026-12-31", until: "2026-12-31" })).toEqual({
    since: new Date("2026-12-31"),
    until: new Date("2027-01-01"),
  });
  expect(periodOf({ until: "2026-12-31T10:00:00Z" }).until).toEqual(new Date("2026-12-31T10:00:00Z"));
  expect(periodOf({})).toEqual({});
});

test("days are those of the zone; instants are the same everywhere", () => {
  expect(periodOf({ since: "2026-07-01", until: "2026-07-01" }, "Europe/Lisbon")).toEqual({
    since: new Date("2026-06-30T23:00:00Z"),
    until: new Date("2026-07-01T23:00:00Z"),
  });
  const instant = { since: "2026-07-01T10:00:00Z" };
  expect(periodOf(instant, "Asia/Kolkata")).toEqual(periodOf(instant));
});

test("the last day of all ends within it", () => {
  expect(periodOf({ until: "9999-12-31" }).until).toEqual(new Date("9999-12-31T23:59:59.999Z"));
  expect(periodOf({ until: "9999-12-31" }, "America/New_York").until?.toISOString()).toMatch(/^9999/);
});

test("a past time is neither to come nor too long ago", () => {
  const { read } = pastTime(30);
  expect(read("7d")).toMatch(/Z$/);
  expect(read("30d")).toMatch(/Z$/);
  expect(read("31d")).toBeUndefined();
  expect(read("2020-01-01")).toBeUndefined();
  expect(read("9000-01-01")).toBeUndefined();
  expect(read("soon")).toBeUndefined();
});
