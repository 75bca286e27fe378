import { expect, test } from "vitest";
import { comparisonOf, isBeforeFix } from "./fix";

const happened = new Date("2026-11-28T12:00:00Z");
const used = { definition: 1, server: "1.9", happened };

test.each([
  "2",
  "3",
  "v3",
  "V17",
  "2-rc.1",
  "v1.10",
  "1.10.0",
  "2.0.0-rc.1",
  "2026-11-29",
  "20270101",
  "2026/12/24",
])("a report of definition 1, server 1.9, of 28 November is of before a fix in %s", (fixedIn) => {
  expect(isBeforeFix(fixedIn, used)).toBe(true);
});

test.each(["1", "v1", "1.9", "1.9.0", "1.8", "1.9-rc.1", "2026-11-28", "20260101", "2026-11-28T11:59:00Z"])(
  "it is not of before a fix in %s",
  (fixedIn) => {
    expect(isBeforeFix(fixedIn, used)).toBe(false);
  },
);

test.each(["soon", "the next release", "2.x", "version 2", "20261301", "2026-02-30", ""])(
  "“%s” cannot be compared, and the form says so",
  (fixedIn) => {
    expect(isBeforeFix(fixedIn, used)).toBe(false);
    if (fixedIn) expect(comparisonOf(fixedIn)).toMatch(/^Cannot be compared/);
  },
);

test("what the reporter used has to be known", () => {
  expect(isBeforeFix("3", { ...used, definition: null })).toBe(false);
  expect(isBeforeFix("v1.10", { ...used, server: null })).toBe(false);
  expect(isBeforeFix("v1.10", { ...used, server: "nightly" })).toBe(false);
});
