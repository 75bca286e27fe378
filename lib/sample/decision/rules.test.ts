import { expect, test } from "vitest";
import { planOf } from "../plan/rules";
import { textsOf } from "../told/approvals/rules";
import { decisionOf } from "./rules";

const SIZE = { pending: 40, calls: 2_000 };
const told = (seed: string, at: Date) =>
  Array.from({ length: SIZE.pending }, (_, index) => {
    const decision = decisionOf(planOf(seed, at, SIZE), "waiting", index);
    return `${decision.id} ${decision.held.summary} ${textsOf(decision).asked.sha256}`;
  });

test("a plan tells the same story however often it is asked, another seed another one", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(told("fernhill", now)).toEqual(told("fernhill", now));
  expect(told("fernhill", now)).not.toEqual(told("another", now));
  expect(new Set(told("fernhill", now)).size).toBe(SIZE.pending);
});
