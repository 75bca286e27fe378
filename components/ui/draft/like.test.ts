import { expect, test } from "vitest";
import { isLike } from "./like";

const model = { text: "", on: true, who: { roles: ["a"] }, budget: null as null | object };

test.each([
  [{ text: "typed", on: false, who: { roles: [] }, budget: { of: "" } }, true],
  [{ text: "typed", on: false, who: { roles: [] }, budget: null, more: 1 }, true],
  [{ text: "typed", on: false, who: { roles: [] } }, false],
  [{ text: 1, on: false, who: { roles: [] }, budget: null }, false],
  [{ text: "", on: false, who: { roles: "a" }, budget: null }, false],
  [{ text: "", on: false, who: [], budget: null }, false],
  [{ text: null, on: false, who: { roles: [] }, budget: null }, true],
  ["text", false],
  [null, false],
  [undefined, false],
])("%j", (value, isSame) => {
  expect(isLike(value, model)).toBe(isSame);
});
