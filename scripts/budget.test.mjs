import { expect, test } from "vitest";
import { overBudget } from "./budget.mjs";

const files = (count, ms) => Array.from({ length: count }, (_, n) => [`lib/${n}.test.ts`, ms]);

test("files of like cost are within the budget", () => {
  expect(overBudget(files(100, 1_000), 120)).toEqual([]);
});

test("one that takes more than its share is named", () => {
  expect(overBudget([...files(80, 1_000), ["lib/slow.test.ts", 20_000]], 120)).toEqual([
    "lib/slow.test.ts takes 20 s of 100 s; make it quicker or split it",
  ]);
});

test("so is the sum of all", () => {
  expect(overBudget(files(100, 3_000), 120)).toEqual(["all files take 300 s, the budget is 120 s"]);
});

test("a few files that somebody chose have no budget", () => {
  expect(overBudget(files(3, 100_000), 120)).toEqual([]);
});
