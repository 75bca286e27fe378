import { describe, expect, test } from "vitest";
import { day, id, matching, oneOf, text, time, timestamp, whole } from "./kinds";

test.each(["2026-11-21", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.123+02:00"])(
  "%s is a time",
  (given) => {
    expect(time().read(given)).toBe(given);
  },
);

test.each([
  "yesterday",
  "-1",
  "2026",
  "2026-13-40",
  "2026-02-30",
  "0000-01-01",
  "2026-11-21T99:00:00Z",
  "2026-11-21T10:00:00",
  "21 Nov 2026",
  "1969-12-31",
  "2026-02-30T10:00:00Z",
  "2026-11-21T1000Z",
  "2026-11-21T10:00:00.Z",
  "9999-12-31T23:59:59-23:59",
  "7",
  "d",
  "7y",
  "7D",
  "-7d",
  "1.5d",
  "10000d",
])("%s is none, and no day either", (given) => {
  expect(time().read(given)).toBeUndefined();
  expect(day().read(given)).toBeUndefined();
});

test.each([
  ["30m", 30 * 60],
  ["24h", 24 * 3600],
  ["7d", 7 * 24 * 3600],
  ["2w", 14 * 24 * 3600],
  ["0d", 0],
])("%s is the instant that was so long ago when it was read", (given, seconds) => {
  const before = Date.now();
  const instant = time().read(given) ?? "";
  const after = Date.now();
  expect(Date.parse(instant)).toBeGreaterThanOrEqual(before - seconds * 1_000);
  expect(Date.parse(instant)).toBeLessThanOrEqual(after - seconds * 1_000);
  expect(time().read(instant)).toBe(instant);
  expect(day().read(given)).toBeUndefined();
});

test("an age that is older than all times is the first of them", () => {
  expect(time().read("9999w")).toBe("1970-01-01T00:00:00.000Z");
});

test("a day is no instant", () => {
  expect(day().read("2026-11-21")).toBe("2026-11-21");
  expect(day().read("2026-11-21T10:00:00Z")).toBeUndefined();
});

test("a timestamp is an instant to the millisecond, in one spelling", () => {
  expect(timestamp().read("2026-11-21T10:00:00.123Z")).toEqual(new Date("2026-11-21T10:00:00.123Z"));
  for (const other of ["2026-11-21T10:00:00Z", "2026-11-21", "+010000-01-01T00:00:00.000Z", "x"])
    expect(timestamp().read(other)).toBeUndefined();
});

test("one of the known words, or nothing; what it takes is said", () => {
  expect(oneOf(["a", "b"]).read("b")).toBe("b");
  expect(oneOf(["a", "b"]).read("c")).toBeUndefined();
  expect(oneOf(["a", "b"]).accepts).toBe("one of: a, b");
  expect(oneOf(["a"]).accepts).toBe("only a");
});

describe("a text", () => {
  test("is what Postgres can hold, up to its length", () => {
    expect(text().read("x".repeat(200))).toHaveLength(200);
    for (const bad of ["x".repeat(201), "a\0b", "\ud800"]) expect(text().read(bad)).toBeUndefined();
  });
});

test("a number is whole and within its range", () => {
  expect(whole(0, 9).read("7")).toBe(7);
  for (const bad of ["-1", "10", "1.5", "1e0", "", "0x1"]) expect(whole(0, 9).read(bad)).toBeUndefined();
});

test("an id is one, and a shape is its own", () => {
  expect(id().read("01999999-0000-7000-8000-000000000000")).toBeDefined();
  expect(id().read("01999999-0000-7000-8000-00000000000G")).toBeUndefined();
  expect(matching(/^a+$/, "letters a").read("aab")).toBeUndefined();
});
