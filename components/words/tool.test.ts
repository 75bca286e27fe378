import { expect, test } from "vitest";
import { failedWords } from "./tool";

test.each([
  [{ ran: 4, failed: 2, held: 3 }, "50 % of the 4 that ran failed; 3 held back"],
  [{ ran: 3, failed: 0, held: 0 }, "none of the 3 that ran failed"],
  [{ ran: 0, failed: 0, held: 2 }, "none ran; 2 held back"],
  [{ ran: 0, failed: 0, held: 0 }, "no call yet"],
])("the failures of %j are said to be of the calls that ran", (calls, words) => {
  expect(failedWords(calls)).toBe(words);
});
