import { expect, test } from "vitest";
import { WORLD } from "../stories/all";
import { decisionOf } from "./decision";
import { planOf } from "./plan";

const SIZE = { pending: 40, calls: 2_000 };
const told = (seed: string, anchorAt: Date) =>
  Array.from({ length: SIZE.pending }, (_, index) => {
    const plan = planOf(WORLD, { seed, anchorAt, ...SIZE });
    const decision = decisionOf(plan, "waiting", index);
    return `${decision.id} ${decision.held.summary} ${decision.requestedSha256}`;
  });

test("a plan tells the same story however often it is asked, another seed another one", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(told("fernhill", now)).toEqual(told("fernhill", now));
  expect(told("fernhill", now)).not.toEqual(told("another", now));
  expect(new Set(told("fernhill", now)).size).toBe(SIZE.pending);
});
