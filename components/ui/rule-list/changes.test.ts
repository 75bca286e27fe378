import { expect, test } from "vitest";
import { changeWords } from "./changes";

test("changes of the list are named, a few of many", () => {
  const changes = { added: ["A", "B", "C", "D", "E"], removed: ["X"], changed: [], reordered: true };
  expect(changeWords(changes)).toBe("added “A”, “B”, “C” and 2 others; removed “X”; put in another order");
  expect(changeWords(changes, 9)).toContain("“D”, “E”; removed");
  expect(changeWords({ added: [], removed: [], changed: [], reordered: false })).toBeNull();
});
