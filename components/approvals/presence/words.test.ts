import { expect, test } from "vitest";
import { lineOf } from "./words";

test.each([
  [{ eligible: 3, away: 2, onCall: 1, hasShifts: true }, "1 on call; 2 of 3 eligible are away"],
  [{ eligible: 3, away: 1, onCall: 0, hasShifts: true }, "No one on call; 1 of 3 eligible is away"],
  [{ eligible: 3, away: 3, onCall: 0, hasShifts: false }, "All 3 eligible are away"],
  [{ eligible: 1, away: 1, onCall: 0, hasShifts: false }, "The only eligible person is away"],
  [{ eligible: 1, away: 0, onCall: 0, hasShifts: false }, "1 person can decide"],
  [{ eligible: 4, away: 0, onCall: 2, hasShifts: true }, "2 on call; 4 people can decide, none away"],
])("%j reads: %s", (found, line) => {
  expect(lineOf({ ...found, here: 0 })).toBe(line);
});
