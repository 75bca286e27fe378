import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { unusedNumbers } from "./decisions-index";

test("numbers that no decision has are named, so that a gap is not taken for a lost page", () => {
  expect(unusedNumbers(["0001-a", "0002-b"])).toEqual([]);
  expect(unusedNumbers(["0001-a", "0004-b"])).toEqual(["0002", "0003"]);
  expect(unusedNumbers([])).toEqual([]);
  const slugs = readdirSync("docs/decisions").map((file) => file.replace(/\.md$/, ""));
  expect(new Set(slugs.map((slug) => slug.slice(0, 4))).size).toBe(slugs.length);
});
