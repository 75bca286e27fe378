import { expect, test } from "vitest";
import { instantOf, readLocal, writeLocal } from "@/components/ui/local-time";
import { tomorrowNine, untilOf } from "./snooze-times";

const at = (text: string) => Date.parse(text);

test("tomorrow nine is nine on the viewer's clock, also over a change of the clocks", () => {
  expect(tomorrowNine(at("2026-11-21T08:00:00Z"), "Europe/Lisbon").toISOString()).toBe(
    "2026-11-22T09:00:00.000Z",
  );
  expect(tomorrowNine(at("2026-11-21T08:00:00Z"), "America/New_York").toISOString()).toBe(
    "2026-11-22T14:00:00.000Z",
  );
  // In New York it is still the 20th.
  expect(tomorrowNine(at("2026-11-21T03:00:00Z"), "America/New_York").toISOString()).toBe(
    "2026-11-21T14:00:00.000Z",
  );
  expect(tomorrowNine(at("2026-03-28T12:00:00Z"), "Europe/Berlin").toISOString()).toBe(
    "2026-03-29T07:00:00.000Z",
  );
  expect(tomorrowNine(at("2026-10-24T12:00:00Z"), "Europe/Berlin").toISOString()).toBe(
    "2026-10-25T08:00:00.000Z",
  );
  expect(tomorrowNine(at("2026-11-21T08:00:00Z"), "Asia/Kathmandu").toISOString()).toBe(
    "2026-11-22T03:15:00.000Z",
  );
});

test("a typed time is the viewer's, and comes back as it was typed", () => {
  const text = "2026-12-01T18:30";
  const read = readLocal(text, "Australia/Sydney");
  expect(read?.toISOString()).toBe("2026-12-01T07:30:00.000Z");
  expect(writeLocal(read?.getTime() ?? 0, "Australia/Sydney")).toBe(text);
  expect(readLocal("2026-12-01", "UTC")).toBeNull();
  expect(readLocal("", "UTC")).toBeNull();
});

test("a time the clocks skip is the moment after", () => {
  expect(instantOf(Date.UTC(2026, 2, 29, 2, 30), "Europe/Berlin").getTime()).toBeGreaterThanOrEqual(
    at("2026-03-29T00:30:00Z"),
  );
});

test("short choices count from now", () => {
  const now = at("2026-11-21T08:00:00Z");
  expect(untilOf("quarter", "", now, "UTC")?.toISOString()).toBe("2026-11-21T08:15:00.000Z");
  expect(untilOf("hour", "", now, "UTC")?.toISOString()).toBe("2026-11-21T09:00:00.000Z");
});
