import { expect, test } from "vitest";
import { isBlank, seenText } from "./blank";

test.each(["", " ", "\u200b", "\u200b \u2060", "\u3164", "\u2800\n", "\u00ad", "\ufeff", "\u{e0001}"])(
  "%j says nothing",
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(seenText(text)).toBe("");
  },
);

test.each(["a", "\u200ba", "天", "0", "…"])("%j says something", (text) => {
  expect(isBlank(text)).toBe(false);
});

test("what is counted of a text is what can be seen of it", () => {
  expect(seenText(" why\u200b\u200b\u200b\u200b not ")).toBe("why not");
});
