import { expect, test } from "vitest";
import { typedAt } from "./use-mentions";

test.each([
  ["@an", 3, { from: 0, to: 3, words: "an" }],
  ["hi @an, hello", 6, { from: 3, to: 6, words: "an" }],
  ["@", 1, { from: 0, to: 1, words: "" }],
  ["@an", 0, null],
  ["@ann @bo", 5, { from: 0, to: 5, words: "ann " }],
  ["mail ann@x", 10, null],
  ["@an\nbo", 6, null],
  ["", 0, null],
])("in %j the cursor at %i is in the mention %j", (text, cursor, typed) => {
  expect(typedAt(text, cursor)).toEqual(typed);
});
