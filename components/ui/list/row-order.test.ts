import { expect, test } from "vitest";
import { freshOrder, GHOST_MS, mergeOrder, renamed, type ServerPage } from "./row-order";

const note = (id: string) => `${id} approved by Ines`;
// Keys of one letter existed at the read at 100; keys of two came later.
const page = (key: string, ids: readonly string[], over: Partial<ServerPage> = {}): ServerPage => ({
  key,
  rows: ids.map((id) => ({ key: id, at: id.length === 1 ? 50 : 150 })),
  more: false,
  asOf: 100,
  ...over,
});
const mine = (...ids: string[]) => page("mine", ids);
const start = freshOrder(mine("a", "b", "c"));

test("rows keep their places when the server orders them anew", () => {
  expect(mergeOrder(start, mine("c", "a", "b"), note, 0).shown).toEqual(["a", "b", "c"]);
});

test("new rows wait until somebody asks for them", () => {
  const merged = mergeOrder(start, mine("n1", "a", "b", "c", "n2"), note, 0);
  expect(merged.shown).toEqual(["a", "b", "c"]);
  expect(merged.waiting).toEqual(["n1", "n2"]);
});

const unknown = () => undefined;

test("a row that slides in from the next page is not new: it stands at the end at once", () => {
  const full = page("mine", ["n1", "a", "c", "d"], { more: true });
  const merged = mergeOrder(start, full, note, 0);
  expect(merged.waiting).toEqual(["n1"]);
  expect(merged.shown).toEqual(["a", "b", "c", "d"]);
});

test("an old row that comes back into the middle, as after a snooze, waits like a new one", () => {
  expect(mergeOrder(start, mine("a", "s", "b", "c"), note, 0)).toMatchObject({ waiting: ["s"] });
});

test("a row that an arrival pushed to the next page is not said to be gone", () => {
  const full = page("mine", ["n1", "a", "b"], { more: true });
  expect(mergeOrder(start, full, unknown, 0)).toMatchObject({
    shown: ["a", "b"],
    ghosts: [],
    waiting: ["n1"],
  });
  // Without a next page, or from the middle, it is.
  for (const gone of [mine("n1", "a", "b"), page("mine", ["a", "c"], { more: true })])
    expect(mergeOrder(start, gone, unknown, 0).ghosts).toMatchObject([{ note: "No longer in this list" }]);
});

test("a row decided elsewhere stays ten seconds in its place and says what became of it", () => {
  const merged = mergeOrder(start, mine("a", "c"), note, 1_000);
  expect(merged.shown).toEqual(["a", "b", "c"]);
  expect(merged.ghosts).toEqual([{ id: "b", note: "b approved by Ines", until: 1_000 + GHOST_MS }]);
  const before = mergeOrder(merged, mine("a", "c"), note, 1_000 + GHOST_MS - 1);
  expect(before.shown).toEqual(["a", "b", "c"]);
  const later = mergeOrder(merged, mine("a", "c"), note, 1_000 + GHOST_MS);
  expect(later.shown).toEqual(["a", "c"]);
  expect(later.ghosts).toEqual([]);
});

test("a ghost does not start its ten seconds again", () => {
  const merged = mergeOrder(start, mine("a", "c"), note, 0);
  expect(mergeOrder(merged, mine("a", "c"), () => "other", 5_000).ghosts).toEqual(merged.ghosts);
});

test("a ghost that comes back is a row again", () => {
  const merged = mergeOrder(start, mine("a", "c"), note, 0);
  const back = mergeOrder(merged, mine("a", "b", "c"), note, 1);
  expect(back.ghosts).toEqual([]);
  expect(back.shown).toEqual(["a", "b", "c"]);
});

test("an empty list shows its first rows at once", () => {
  expect(mergeOrder(freshOrder(mine()), mine("a"), note, 0).shown).toEqual(["a"]);
});

test("another filter starts afresh", () => {
  expect(mergeOrder(start, page("all", ["c", "a"]), note, 0)).toEqual(freshOrder(page("all", ["c", "a"])));
});

test("a call that was edited keeps its place under its new key, and leaves no ghost of itself", () => {
  const idOf = (key: string) => ({ a: "first", b: "second", c: "third" })[key];
  const rows = [
    { key: "a", id: "first" },
    { key: "edited", id: "second" },
    { key: "c", id: "third" },
  ];
  const merged = mergeOrder(renamed(start, rows, idOf), mine("a", "edited", "c"), note, 0);
  expect(merged).toMatchObject({ shown: ["a", "edited", "c"], ghosts: [], waiting: [] });
});

test("a call that left a folded row of others gets no place twice", () => {
  const idOf = (key: string) => ({ a: "first", b: "second", c: "third" })[key];
  const rows = [
    { key: "a", id: "second" },
    { key: "c", id: "third" },
  ];
  expect(renamed(start, rows, idOf).shown).toEqual(["a", "b", "c"]);
});
