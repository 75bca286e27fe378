import { expect, test } from "vitest";
import { cutText } from "./cut";

test.each([
  ["a text that fits", "abcde", 5, "abcde"],
  ["one unit too many", "abcdef", 5, "abcd…"],
  ["a blank before the end", "abc def", 5, "abc…"],
  ["a surrogate pair", "abc🙂def", 5, "abc…"],
  ["a surrogate pair that fits", "ab🙂def", 5, "ab🙂…"],
  ["a letter with its accent", "abce\u0301fg", 5, "abc…"],
  ["a flag of two letters", "a🇩🇪bcd", 5, "a…"],
  ["a family of one character", "ab👩‍👩‍👧‍👦", 10, "ab…"],
  ["an escape", "ab⟨U+202E⟩cd", 8, "ab…"],
  ["an escape that fits", "ab⟨U+202E⟩cd", 11, "ab⟨U+202E⟩…"],
])("%s", (_, text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut);
  expect(cutText(text, longest).length).toBeLessThanOrEqual(longest);
});

test("a character that is longer than the whole is cut between its parts", () => {
  expect(cutText("\u1100".repeat(1_000), 80)).toBe(`${"\u1100".repeat(79)}…`);
  const flags = `👩${"\u200D👩".repeat(100)}`;
  for (const longest of [40, 41, 42]) {
    expect(cutText(flags, longest).isWellFormed()).toBe(true);
    expect(cutText(flags, longest).length).toBeGreaterThan(longest - 3);
  }
});
