import { expect, test } from "vitest";
import { placeOf } from "./place";

const list = (shown: readonly string[], gone: readonly string[] = []) => ({
  key: "?view=new",
  shown,
  ghosts: gone.map((id) => ({ id, note: "", until: 0 })),
});

test("a row that is there leaves no gap", () => {
  expect(placeOf(null, list(["a", "b", "c"]), "b").gap).toBeUndefined();
  expect(placeOf(null, list(["a", "b", "c"]), null).gap).toBeUndefined();
});

test("the row that took the place of one that left is the next, also once nothing shows that it was there", () => {
  const { place } = placeOf(null, list(["a", "b", "c"]), "b");
  const struck = placeOf(place, list(["a", "b", "c"], ["b"]), "b");
  expect(struck.gap).toBe(1);
  expect(placeOf(struck.place, list(["a", "c"]), "b").gap).toBe(1);
  expect(placeOf(struck.place, list(["x", "a", "d", "c"]), "b").gap).toBe(3);
});

test("after the last row, the gap is at the end; where its follower left too, at the one after", () => {
  const { place } = placeOf(null, list(["a", "b", "c", "d"]), "b");
  expect(placeOf(place, list(["a", "c", "d"], ["c"]), "b").gap).toBe(1);
  expect(placeOf(place, list(["a"]), "b").gap).toBe(1);
});

test("in another list, and for a row that was never in this one, there is no place", () => {
  const { place } = placeOf(null, list(["a", "b"]), "b");
  expect(placeOf(place, { ...list(["a"]), key: "" }, "b").gap).toBeUndefined();
  expect(placeOf(place, list(["a"]), "z").gap).toBeUndefined();
});
