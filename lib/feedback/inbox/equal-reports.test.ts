import { expect, test } from "vitest";
import type { ShownReport } from "../wire";
import { agentsOf, foldEqual } from "./equal-reports";

const report = (id: string, over: Partial<ShownReport> = {}) =>
  ({
    id,
    severity: "low",
    attemptedAction: "a",
    expectedOutcome: "b",
    actualOutcome: "c",
    errorSeen: null,
    agent: "one",
    ...over,
  }) as ShownReport;

test("reports with the same words are one, in the order of the newest, whoever sent them", () => {
  const folds = foldEqual([
    report("5"),
    report("4", { errorSeen: "x" }),
    report("3", { agent: "two" }),
    report("2", { severity: "high" }),
    report("1", { errorSeen: "x" }),
  ]);
  expect(folds.map((fold) => fold.map(({ id }) => id))).toEqual([["5", "3"], ["4", "1"], ["2"]]);
});

test("texts that only look alike when put together are not the same", () => {
  expect(
    foldEqual([
      report("2", { attemptedAction: "a", expectedOutcome: 'b","c' }),
      report("1", { attemptedAction: 'a","b', expectedOutcome: "c" }),
    ]),
  ).toHaveLength(2);
});

test("agents are counted, the most frequent first", () => {
  const reports = [
    report("3", { agent: null }),
    report("2", { agent: "two" }),
    report("1", { agent: "two" }),
  ];
  expect(agentsOf(reports)).toEqual([
    ["two", 2],
    [null, 1],
  ]);
});
