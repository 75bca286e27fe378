import { expect, test } from "vitest";
import { axesOf, axisForm, axisOf, NO_ALIASES } from "./rules";

test.each([
  ["Transport", "transport"],
  ["  HTML_Parsing ", "html-parsing"],
  ["html / parsing", "html-parsing"],
  ["ＨＴＴＰ", "http"],
  ["date—handling!", "date-handling"],
  ["Übersetzung", "übersetzung"],
  ["…", ""],
])("%j is spelled %j", (word, form) => {
  expect(axisForm(word)).toBe(form);
});

test("words of one meaning are one axis, each axis once and in order", () => {
  expect(axesOf(["Parsing", "HTTP", "network", "transport"], NO_ALIASES)).toEqual([
    "extraction",
    "transport",
  ]);
  expect(axesOf(["--", "billing"], NO_ALIASES)).toEqual(["billing"]);
});

test("people's own word comes last: it says what the axis is called that the table finds", () => {
  const aliases = new Map([["transport", "network-io"]]);
  expect(axisOf("http", aliases)).toBe("network-io");
  expect(axisOf("billing", aliases)).toBe("billing");
});

test("a word is cut, and never in the middle of a character", () => {
  const form = axisForm(`${"a".repeat(59)}\u{20000}b`);
  expect(form).toBe(`${"a".repeat(59)}�`);
});
