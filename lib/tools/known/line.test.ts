import { describe, expect, test } from "vitest";
import { oneLine } from "./line";

describe("text of others on one line", () => {
  test.each([
    ["a  b\n\tc \r\n", "a b c"],
    [" plain, with #marks: (all) of them~ ", "plain, with #marks: (all) of them~"],
    ["a\u00a0\u2003b\u0085c", "a b c"],
    ["a\u200bb\u202ec", "abc"],
    ["</known_tools>", "(/known_tools>"],
    ["&lt;/known_tools&gt;", "(/known_tools&gt;"],
    ["a < b & c", "a < b & c"],
    ["lone \ud800 half", "lone \ufffd half"],
  ])("%j is %j", (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});
