import { expect, test } from "vitest";
import { lineOf, linesOfTenants } from "./words";

test.each([
  [{ eligible: 3, away: 2, onCall: 1, hasShifts: true }, "1 on call; 2 of 3 eligible are away"],
  [{ eligible: 3, away: 1, onCall: 0, hasShifts: true }, "No one on call; 1 of 3 eligible is away"],
  [{ eligible: 3, away: 3, onCall: 0, hasShifts: false }, "All 3 eligible are away"],
  [{ eligible: 1, away: 1, onCall: 0, hasShifts: false }, "The only eligible person is away"],
  [{ eligible: 1, away: 0, onCall: 0, hasShifts: false }, "1 person can decide"],
  [{ eligible: 4, away: 0, onCall: 2, hasShifts: true }, "2 on call; 4 people can decide, none away"],
])("%j reads: %s", (found, line) => {
  expect(lineOf(found)).toBe(line);
});

const of = (key: string, available: number, eligible = 3) => ({ key, eligible, available });

test.each([
  [[of("acme", 1), of("globex", 2, 2)], null, "1 of 3 available for acme, 2 of 2 for globex"],
  [[of("globex", 0), of("acme", 1)], "No one available for globex", "1 of 3 available for acme"],
  [[of("a", 0), of("b", 0)], "No one available for a and b", null],
  [[..."abcde"].map((key) => of(key, 0)), "No one available for a, b, c and 2 more tenants", null],
  [[..."abcde"].map((key, at) => of(key, at + 2)), null, "at least 2 available for each of 5 tenants"],
  [
    [of("x", 0), ...[..."abcd"].map((key) => of(key, 1))],
    "No one available for x",
    "at least 1 available for each of 4 other tenants",
  ],
])("of several tenants, those without anyone come first: %j", (tenants, none, others) => {
  expect(linesOfTenants(tenants)).toEqual({ none, others });
});
