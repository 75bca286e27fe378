import { expect, test } from "vitest";
import { absolute, isZone, momentText, timeLeft } from "./moment";

const NOON = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(NOON.getTime() - ms);
const left = (seconds: number, wholeSeconds?: number) => {
  const until = NOON.getTime() + seconds * 1_000;
  return timeLeft(
    until,
    NOON.getTime(),
    wholeSeconds === undefined ? undefined : until - wholeSeconds * 1_000,
  );
};

test.each([
  [86_400 * 3, "3 d left"],
  [3_600 * 22 + 59, "22 h left"],
  [3_900, "1 h 05 left"],
  [12 * 60 + 59, "12 min left"],
  [121, "2 min left"],
  [120, "2:00 left"],
  [59.5, "1:00 left"],
  [5, "0:05 left"],
])("%d s are said as %s", (seconds, words) => {
  expect(left(seconds).text).toBe(words);
});

test("time ticks each second only in the last two minutes", () => {
  expect(left(3_659).nextChangeMs).toBe(59_001);
  expect(left(725).nextChangeMs).toBe(5_001);
  expect(left(90).nextChangeMs).toBe(1_000);
  expect(left(89.25).nextChangeMs).toBe(250);
});

test("the last 15 minutes and the last tenth are urgent", () => {
  expect(left(15 * 60).urgent).toBe(true);
  expect(left(15 * 60 + 1).urgent).toBe(false);
  expect(left(3_600 * 2, 3_600 * 24).urgent).toBe(true);
  expect(left(3_600 * 3, 3_600 * 24).urgent).toBe(false);
});

test("what is over says so and never changes again", () => {
  expect(left(0)).toEqual({
    text: "time is up",
    urgent: true,
    over: true,
    nextChangeMs: Number.POSITIVE_INFINITY,
  });
});

test("moments are told in the viewer's zone, shortened by what now makes obvious", () => {
  const lateYesterday = new Date("2026-11-20T23:30:00Z");
  expect(momentText(lateYesterday, "date-time", "UTC", NOON)).toBe("20 Nov, 23:30");
  expect(momentText(lateYesterday, "date-time", "Europe/Berlin", NOON)).toBe("00:30");
  expect(momentText(new Date("2025-12-31T08:00:00Z"), "date", "UTC", NOON)).toBe("31 Dec 2025");
  expect(absolute(lateYesterday, "America/New_York")).toContain("20 Nov 2026");
});

test("relative times round down and turn into dates after a week", () => {
  expect(momentText(ago(59_000), "relative", "UTC", NOON)).toBe("just now");
  expect(momentText(ago(119_000), "relative", "UTC", NOON)).toBe("1 min ago");
  expect(momentText(ago(-7_300_000), "relative", "UTC", NOON)).toBe("in 2 h");
  expect(momentText(ago(8 * 86_400_000), "relative", "UTC", NOON)).toBe("13 Nov");
});

test("only zones the runtime knows are zones", () => {
  expect(["Europe/Berlin", "UTC"].every(isZone)).toBe(true);
  expect([undefined, "", "Mars/Olympus", "<script>", "A".repeat(100)].some(isZone)).toBe(false);
});
