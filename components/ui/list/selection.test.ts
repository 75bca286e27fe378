import { expect, test } from "vitest";
import { between, headState, stillThere, withRows } from "./selection";

const IDS = ["a", "b", "c", "d"];

test("rows that are gone no longer count as selected", () => {
  expect([...stillThere(new Set(["b", "gone"]), IDS)]).toEqual(["b"]);
});

test("the head's box knows none, some and all", () => {
  const state = (...selected: string[]) => headState(new Set(selected), IDS);
  expect([state(), state("gone"), state("a"), state(...IDS)]).toEqual(["none", "none", "some", "all"]);
  expect(headState(new Set(), [])).toBe("none");
});

test("a range runs both ways, and is the one row when its beginning is gone", () => {
  expect(between(IDS, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(IDS, "d", "b")).toEqual(["b", "c", "d"]);
  expect(between(IDS, "gone", "c")).toEqual(["c"]);
  expect(between(IDS, null, "c")).toEqual(["c"]);
  expect(between(IDS, "a", "gone")).toEqual([]);
});

test("rows turn on or off together", () => {
  expect([...withRows(new Set(["a"]), ["b", "c"], true)]).toEqual(["a", "b", "c"]);
  expect([...withRows(new Set(["a", "b"]), ["b", "c"], false)]).toEqual(["a"]);
});
