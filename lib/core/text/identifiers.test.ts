import { expect, test } from "vitest";
import { IDENTIFIER } from "./identifiers";

test("a name shows something and hides nothing", () => {
  for (const name of ["mail", "a  b", "Überweisung 7", "名前", "山田　太郎", "a⠀b"])
    expect(IDENTIFIER.test(name)).toBe(true);
  for (const name of [
    "",
    " ",
    "⠀",
    " ⠀\t",
    "a\u200b",
    "\u202ea",
    "a\nb",
    "\u00ad",
    " a",
    "a ",
    "a\u3000",
    "a\u00a0b",
    "\u2003a",
  ])
    expect(IDENTIFIER.test(name)).toBe(false);
});

test("a name of a megabyte is judged in one pass, wherever it goes wrong", () => {
  const long = "a".repeat(1_000_000);
  expect(IDENTIFIER.test(long)).toBe(true);
  expect(IDENTIFIER.test(`${long}\u200b`)).toBe(false);
  expect(IDENTIFIER.test(`${" ".repeat(1_000_000)}\u200b`)).toBe(false);
  expect(IDENTIFIER.test(" ".repeat(1_000_000))).toBe(false);
});
