import { expect, test } from "vitest";
import { Kept } from "./cache";

test("is made once, anew when it depends on something else, and the oldest is forgotten", () => {
  const kept = new Kept<number>(2);
  let made = 0;
  const get = (id: string, from: string) =>
    kept.get(id, from, () => {
      made += 1;
      return made;
    });
  expect([get("a", "1"), get("a", "1"), get("a", "2"), get("a", "2")]).toEqual([1, 1, 2, 2]);
  expect([get("b", "1"), get("c", "1"), get("b", "1")]).toEqual([3, 4, 3]);
  expect(get("a", "2")).toBe(5);
});
