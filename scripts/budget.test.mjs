import { expect, test } from "vitest";
import { overBudget, startPace } from "./budget.mjs";

const files = (count, ms) => Array.from({ length: count }, (_, n) => [`lib/${n}.test.ts`, ms]);

test("files of like cost are within the budget, however slow the machine is", () => {
  expect(overBudget(files(100, 1_000), 1, 120)).toEqual([]);
  expect(overBudget(files(100, 8_000), 8, 120)).toEqual([]);
});

test("one that takes more than its share is named", () => {
  expect(overBudget([...files(80, 1_000), ["lib/slow.test.ts", 20_000]], 2, 120)).toEqual([
    "lib/slow.test.ts takes 10 s of 50 s; make it quicker or split it",
  ]);
});

test("so is the sum of all, by the seconds of a machine that does nothing else", () => {
  expect(overBudget(files(100, 3_000), 2, 120)).toEqual([
    "all files take 150 s at the pace of this machine, the budget is 120 s; the slowest stand above",
  ]);
});

test("a few files that somebody chose have no budget", () => {
  expect(overBudget(files(3, 100_000), 1, 120)).toEqual([]);
});

test("the pace is that of a machine", () => {
  const pace = startPace()();
  expect(pace).toBeGreaterThan(0.05);
  expect(pace).toBeLessThan(1_000);
});
