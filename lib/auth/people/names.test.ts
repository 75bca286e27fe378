import { expect, test } from "vitest";
import { isNamed } from "./names";

const MAYA = ["maya@acme.example", "Maya Lindqvist", "auth0|5f7c"];

test.each([
  "maya@acme.example",
  "MAYA@Acme.Example",
  " maya@acme.example ",
  "Maya Lindqvist <maya@acme.example>",
  "Maya Lindqvist (support)",
  "mailto:maya@acme.example",
  "someone, maya@acme.example",
  "maya  lindqvist",
  "maya+jobs@acme.example",
  "Maya <maya+a+b@ACME.example.>",
  "maya@acme.example.",
  "Ｍａｙａ Lindqvist",
  "AUTH0|5f7c",
])("%j names her", (text) => {
  expect(isNamed(MAYA, text)).toBe(true);
});

test("one letter composed or in two parts is the same name", () => {
  expect(isNamed(["Zoë Ågren"], "zoe\u0308 a\u030Agren")).toBe(true);
});

test.each(["", "may", "maya@acme.example.org", "x-maya@acme.example", "Lindqvist", "Maya"])(
  "%j does not",
  (text) => {
    expect(isNamed(MAYA, text)).toBe(false);
  },
);

test("an empty name is nobody's", () => {
  expect(isNamed([""], " ")).toBe(false);
});
