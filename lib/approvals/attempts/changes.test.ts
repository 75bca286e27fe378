import { expect, test } from "vitest";
import { diffArguments } from "@/lib/arguments/diff";
import { parseJson } from "@/lib/core/json/parse";
import { changesByList } from "./changes";

function changes(before: object, now: object) {
  const nodes = [before, now].map((one) => parseJson(JSON.stringify(one))) as [never, never];
  const { single, lists } = changesByList(diffArguments(...nodes).filter((row) => row.change !== "same"));
  return {
    single: single.map((row) => row.path),
    lists: lists.map(({ name, rows }) => [name, rows.length]),
  };
}

test("a list in which much changed stands behind its name, whatever else changed stays in sight", () => {
  const before = {
    to: ["a", "b", "c", "d", "e"],
    subject: "Hi",
    tags: ["x", "y"],
    deep: { ids: [1, 2, 3, 4] },
  };
  const now = { to: ["a"], subject: "Hello", tags: ["z", "y"], deep: { ids: [5, 6, 7, 8] } };
  expect(changes(before, now)).toEqual({
    single: ["subject", "tags[0]"],
    lists: [
      ["to", 4],
      ["deep.ids", 4],
    ],
  });
  expect(changes(now, now)).toEqual({ single: [], lists: [] });
});
