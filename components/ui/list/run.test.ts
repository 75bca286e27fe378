import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/core/durations";
import { acted, counted, looked, progressOf, type Shown } from "./run";

const listOf = (...ids: string[]): Shown => ({ ids, more: false, total: null });

test("progress counts what was there when the person began, and ends with the last one", () => {
  const begun = acted(null, listOf("a", "b", "c"), 0);
  expect(progressOf(begun)).toBeNull();
  const one = looked(counted(begun, ["a"]), listOf("a", "b", "c"), 1);
  expect(progressOf(one)).toEqual({ done: 1, total: 3, clearedAfterMs: null });
  // One arrives meanwhile, and is left.
  const three = looked(counted(one, ["b", "c"]), listOf("new"), 2);
  expect(progressOf(three)).toEqual({ done: 3, total: 3, clearedAfterMs: null });
  const all = looked(counted(three, ["new"]), listOf(), 4 * MINUTE_MS);
  expect(progressOf(all)).toEqual({ done: 4, total: 4, clearedAfterMs: 4 * MINUTE_MS });
});

test("what stays in its list after the act counts as done, and undone it does not", () => {
  const both = counted(acted(null, listOf("a", "b"), 0), ["a", "b"]);
  const clear = looked(both, listOf("a", "b"), 5);
  expect(progressOf(clear)?.clearedAfterMs).toBe(5);
  const again = looked(counted(clear, ["b"], true), listOf("a", "b"), 6);
  expect(progressOf(again)).toEqual({ done: 1, total: 2, clearedAfterMs: null });
});

test("with more on other pages nothing is clear, and the list's own count is the total", () => {
  const shown: Shown = { ids: ["a"], more: true, total: 60 };
  const run = looked(counted(acted(null, shown, 0), ["a"]), shown, 1);
  expect(progressOf(run)).toEqual({ done: 1, total: 60, clearedAfterMs: null });
  const unknown: Shown = { ids: ["a"], more: true, total: null };
  expect(progressOf(counted(acted(null, unknown, 0), ["a"]))?.total).toBeNull();
});

test("an act after the end, or after a long pause, begins again", () => {
  const run = counted(acted(null, listOf("a"), 0), ["a"]);
  expect(acted(looked(run, listOf(), 1), listOf("b"), 2)).toMatchObject({ began: 2, total: 1 });
  expect(acted(run, listOf("b"), MINUTE_MS).began).toBe(0);
  expect(acted(run, listOf("b"), 31 * MINUTE_MS).began).toBe(31 * MINUTE_MS);
});
