import { expect, test } from "vitest";
import { breaches, idle } from "./testing/plant.mjs";

const FORMS = [
  ["a declaration", (body) => `export function long() {\n${body}}\n`],
  ["an arrow", (body) => `export const long = async (a) => {\n${body}};\n`],
  ["a function expression", (body) => `export const long = function () {\n${body}};\n`],
  ["a method", (body) => `export class A {\n  static async #long() {\n${body}}\n}\n`],
  ["a member", (body) => `export const a = { long() {\n${body}} };\n`],
  ["an argument", (body) => `export const Long = memo(function Long() {\n${body}});\n`],
  ["an inner function", (body) => `export const a = () => [1].map((b) => {\n${body}});\n`],
];

test.each(FORMS)("%s has at most 50 lines, 80 in a .tsx file", (_, form) => {
  for (const [file, most] of [
    ["lib/core/a.ts", 50],
    ["components/a.tsx", 80],
  ]) {
    expect(breaches("sizes", { [file]: form(idle(most - 2)) })).toEqual([]);
    expect(breaches("sizes", { [file]: form(idle(most - 1)) })[0]).toMatch(
      `a function of ${most + 1} lines, at most ${most}`,
    );
  }
});

test("what has no braces counts as well", () => {
  const sum = (lines) => `\nexport const sum = (a) =>\n${"  a +\n".repeat(lines - 2)}  a;\n`;
  expect(breaches("sizes", { "lib/core/a.ts": sum(50) })).toEqual([]);
  expect(breaches("sizes", { "lib/core/a.ts": sum(51) })).toEqual([
    "lib/core/a.ts:2: a function of 51 lines, at most 50",
  ]);
});

test("a long expression or object is no function, and tests may be long", () => {
  const long = FORMS[0][1](idle(60));
  expect(
    breaches("sizes", {
      "lib/core/a.ts": `export const sum = (1 +\n${"  1 +\n".repeat(60)}1).toFixed();\n`,
      "lib/core/a.test.ts": long,
      "e2e/a.spec.ts": long,
      "e2e/fixtures.ts": long,
    }),
  ).toEqual([]);
});

test("a file has at most 400 lines", () => {
  expect(breaches("sizes", { "lib/core/a.ts": idle(400) })).toEqual([]);
  expect(breaches("sizes", { "lib/core/a.test.ts": idle(401) })).toEqual([
    "lib/core/a.test.ts:1: 401 lines, at most 400",
  ]);
});
