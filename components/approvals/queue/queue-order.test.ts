import { expect, test } from "vitest";
import { freshOrder, GHOST_MS, mergeOrder, showWaiting } from "./queue-order";

const note = (id: string) => `${id} approved by Ines`;
const start = freshOrder("mine", ["a", "b", "c"]);

test("rows keep their places when the server orders them anew", () => {
  expect(mergeOrder(start, "mine", ["c", "a", "b"], note, 0).shown).toEqual(["a", "b", "c"]);
});

test("new rows wait until somebody asks for them", () => {
  const merged = mergeOrder(start, "mine", ["n", "a", "b", "c"], note, 0);
  expect(merged.shown).toEqual(["a", "b", "c"]);
  expect(merged.waiting).toEqual(["n"]);
  expect(showWaiting(merged, ["n", "a", "b", "c"]).shown).toEqual(["n", "a", "b", "c"]);
});

test("a row decided elsewhere stays ten seconds in its place and says what became of it", () => {
  const merged = mergeOrder(start, "mine", ["a", "c"], note, 1_000);
  expect(merged.shown).toEqual(["a", "b", "c"]);
  expect(merged.ghosts).toEqual([{ id: "b", note: "b approved by Ines", until: 1_000 + GHOST_MS }]);
  const before = mergeOrder(merged, "mine", ["a", "c"], note, 1_000 + GHOST_MS - 1);
  expect(before.shown).toEqual(["a", "b", "c"]);
  const later = mergeOrder(merged, "mine", ["a", "c"], note, 1_000 + GHOST_MS);
  expect(later.shown).toEqual(["a", "c"]);
  expect(later.ghosts).toEqual([]);
});

test("a ghost does not start its ten seconds again", () => {
  const merged = mergeOrder(start, "mine", ["a", "c"], note, 0);
  expect(mergeOrder(merged, "mine", ["a", "c"], () => "other", 5_000).ghosts).toEqual(merged.ghosts);
});

test("a ghost that comes back is a row again", () => {
  const merged = mergeOrder(start, "mine", ["a", "c"], note, 0);
  const back = mergeOrder(merged, "mine", ["a", "b", "c"], note, 1);
  expect(back.ghosts).toEqual([]);
  expect(back.shown).toEqual(["a", "b", "c"]);
});

test("an empty list shows its first rows at once", () => {
  expect(mergeOrder(freshOrder("mine", []), "mine", ["a"], note, 0).shown).toEqual(["a"]);
});

test("another filter starts afresh", () => {
  expect(mergeOrder(start, "all", ["c", "a"], note, 0)).toEqual(freshOrder("all", ["c", "a"]));
});
