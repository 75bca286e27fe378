import { expect, test } from "vitest";
import { oneOf, periodOf, textIn, timeIn } from "./address";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["  ", undefined],
  ["\0", undefined],
  [" a b ", "a b"],
  [["a", "b"], "a"],
  ["x".repeat(500), "x".repeat(200)],
])("the text in %j is %j", (value, text) => {
  expect(textIn(value)).toBe(text);
});

test.each(["2026-11-21", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.123+02:00"])("%s is a time", (text) => {
  expect(timeIn(text)).toBe(text);
});

test.each([
  "yesterday",
  "-1",
  "2026",
  "2026-13-40",
  "0000-01-01",
  "2026-11-21T99:00:00Z",
  "21 Nov 2026",
  "1969-12-31",
])("%s is none", (text) => {
  expect(timeIn(text)).toBeUndefined();
});

test("one of the known words, or nothing", () => {
  expect(oneOf(["a", "b"], "b")).toBe("b");
  expect(oneOf(["a", "b"], "c")).toBeUndefined();
});

test("a period of days includes the last one", () => {
  expect(periodOf({ since: "2026-12-31", until: "2026-12-31" })).toEqual({
    since: new Date("2026-12-31"),
    until: new Date("2027-01-01"),
  });
  expect(periodOf({ until: "2026-12-31T10:00:00Z" }).until).toEqual(new Date("2026-12-31T10:00:00Z"));
  expect(periodOf({})).toEqual({});
});
