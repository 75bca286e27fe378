import { expect, test } from "vitest";
import { randomOf } from "@/lib/testing/random";
import { stepsOf } from "@/lib/testing/steps";
import { JsonError } from "./parse";
import { jsonOfYaml } from "./yaml";

const YAML = /\/yaml\/(dist|browser)\/|\/core\/json\//;

function stepsToRead(text: string, scripts = YAML): number {
  return stepsOf(
    () => {
      try {
        jsonOfYaml(text);
      } catch (error) {
        if (!(error instanceof JsonError)) throw error;
      }
    },
    (url) => scripts.test(url),
  );
}

const HOSTILE: [what: string, text: (size: number) => string][] = [
  ["commas", (size) => `policies: [${",".repeat(size)}`],
  ["colons", (size) => ": : :\n".repeat(size / 6)],
  ["directives", (size) => "%\n".repeat(size / 2)],
  ["known directives", (size) => "%TAG ! x\n".repeat(size / 9)],
  ["closing brackets", (size) => "}\n".repeat(size / 2)],
  ["closing brackets in a list", (size) => `[${"}".repeat(size)}`],
  ["question marks", (size) => "? ".repeat(size / 2)],
  ["dashes on a line", (size) => "- ".repeat(size / 2)],
  ["dashes on lines", (size) => "-\n".repeat(size / 2)],
  [
    "deeper and deeper",
    (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${" ".repeat(at)}a:\n`).join(""),
  ],
  ["brackets", (size) => "[".repeat(size)],
  ["brackets for names", (size) => `${"{".repeat(60)}${"[1], ".repeat(size / 5)}${"}: 1".repeat(60)}`],
  ["empty lines and comments", (size) => `-${"\n".repeat(size / 2)}${" #\n".repeat(size / 6)}`],
  ["comments", (size) => "#\n".repeat(size / 2)],
  ["anchors", (size) => "&a ".repeat(size / 3)],
  ["tags", (size) => "! ".repeat(size / 2)],
  ["aliases", (size) => `[${"*a,".repeat(size / 3)}]`],
  ["quotes", (size) => `"\n`.repeat(size / 2)],
  ["single quotes", (size) => `'\n- `.repeat(size / 4)],
  ["wrong escapes", (size) => `"${"\\q".repeat(size / 2)}"`],
  ["spaces in a text", (size) => `"a${" ".repeat(size)}\n b"`],
  ["block texts", (size) => "- |\n\n".repeat(size / 5)],
  ["a long header", (size) => `|${"x".repeat(size)}`],
  ["documents", (size) => "---\na\n".repeat(size / 6)],
  ["ends of documents", (size) => "...\n".repeat(size / 4)],
  ["text after text", (size) => '"a" '.repeat(size / 4)],
  ["the same name", (size) => "a: 1\n".repeat(size / 5)],
];

test.each(HOSTILE)("%s take steps that grow no faster than the text", (_, text) => {
  const [once, twice] = [stepsToRead(text(16_000)), stepsToRead(text(32_000))];
  expect(twice).toBeLessThan(2.5 * once + 2_000);
});

const SIGNS = [..."[]{},:?-&*!|>'\"%@#~ \n\t\\"].concat(
  "a",
  " #c\n",
  "\n ",
  "\n  ",
  "- ",
  ": ",
  "? ",
  "---\n",
  "\n\n",
);

test("nor do texts of signs at random that are repeated", () => {
  const random = randomOf(7);
  const below = (end: number) => Math.floor(random() * end);
  for (let at = 0; at < 20; at += 1) {
    const pick = () => SIGNS[below(SIGNS.length)] ?? "";
    const repeated = Array.from({ length: 1 + below(5) }, pick).join("");
    const start = Array.from({ length: below(4) }, pick).join("");
    const text = (size: number) => start + repeated.repeat(size / repeated.length);
    const [once, twice] = [stepsToRead(text(8_000)), stepsToRead(text(16_000))];
    expect(twice, JSON.stringify([start, repeated])).toBeLessThan(2.5 * once + 2_000);
  }
});

test.each([
  `policies: [${",".repeat(5_000)}`,
  ": : :\n".repeat(2_000),
  "%\n".repeat(2_000),
  "}\n".repeat(2_000),
  `"${"\\q".repeat(2_000)}"`,
])("of many errors only the first is made (%#)", (text) => {
  expect(stepsToRead(text, /\/yaml\/(dist|browser)\/errors\.js/)).toBeLessThan(10);
});

test("the first thing that is wrong is said, with its place", () => {
  const commas = `policies: [${",".repeat(250_000)}`;
  expect(() => jsonOfYaml(commas)).toThrow(
    expect.objectContaining({ message: "Unexpected , in flow sequence at line 1, column 13", offset: 12 }),
  );
  expect(() => jsonOfYaml("a: 1\nb: [\n  x,\n  , y]\nc: }")).toThrow(/at line 4, column 3$/);
  expect(() => jsonOfYaml(`a: |${"x".repeat(5_000)}`)).toThrow(/^.{1,250}$/);
});
