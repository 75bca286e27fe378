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

const of = (key: string, available: number, eligible = 3) => ({
  ...{ key, eligible, available },
  isViewerAlone: false,
});
const mine = (key: string) => ({ ...of(key, 1), isViewerAlone: true });
const five = (available: (at: number) => number) => [..."abcde"].map((key, at) => of(key, available(at)));

test.each([
  [[of("acme", 1), of("globex", 2, 2)], null, "1 of 3 available for acme, 2 of 2 for globex"],
  [[of("globex", 0), of("acme", 1)], "No one available for globex", "1 of 3 available for acme"],
  [[mine("globex"), of("acme", 2)], "Only you available for globex", "2 of 3 available for acme"],
  [[of("a", 0), mine("b")], "No one available for a; only you available for b", null],
  [[of("a", 0), of("b", 0)], "No one is available", null],
  [[mine("a"), mine("b")], "Only you are available", null],
  [[...five(() => 0), of("z", 1)], "No one available for a, b, c and 2 more tenants", "1 of 3 available for z"],
  [five((at) => at + 2), null, "At least 2 available for each of 5 tenants"],
  [
    [of("x", 0), ...five(() => 1)],
    "No one available for x",
    "at least 1 available for each of 5 other tenants",
  ],
])("of several tenants, those with no one else are said first: %j", (tenants, alone, others) => {
  expect(linesOfTenants(tenants)).toEqual({ alone, others });
});
