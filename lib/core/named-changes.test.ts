import { expect, test } from "vitest";
import { namedChanges } from "./named-changes";

const list = (text: string) => [...text.matchAll(/(\w)(\d?)/g)].map(([, name = "", is]) => ({ name, is }));

test.each([
  ["", "", {}],
  ["", "ab", { added: ["a", "b"] }],
  ["abc", "b", { removed: ["a", "c"] }],
  ["a1b1", "a1b2", { changed: ["b"] }],
  ["ab", "ba", { reordered: true }],
  ["abc", "cxb", { added: ["x"], removed: ["a"], reordered: true }],
  ["a1bcd", "xa2cd", { added: ["x"], removed: ["b"], changed: ["a"] }],
])("from %j to %j", (before, after, differs) => {
  const none = { added: [], removed: [], changed: [], reordered: false };
  expect(namedChanges(list(before), list(after))).toEqual({ ...none, ...differs });
});
