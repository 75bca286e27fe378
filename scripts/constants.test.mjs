import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readProject } from "./layers/read.mjs";

// Product files only. The gateway and the sample are separate programs, and launchers (.mjs) import
// no .ts.
const PRODUCT = /^(app|components|lib(?!\/sample\/)|scripts)\/.*\.tsx?$/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]+) = ([\d_.*+\s()-]+);/gm;

/** Constants `NAME = value` at the top of product files, with the files that define them. */
function definitions(sources) {
  const found = new Map();
  for (const { file, text, isTest } of sources) {
    if (isTest || file.includes("/testing/") || !PRODUCT.test(file)) continue;
    for (const [, name, expression] of text.matchAll(CONSTANT)) {
      const key = `${name} = ${productOf(expression)}`;
      found.set(key, [...(found.get(key) ?? []), file]);
    }
  }
  return found;
}

/** The value of a product of literals: `30 * 24` equals `720`. */
const productOf = (expression) =>
  expression
    .replaceAll(/[_\s]/g, "")
    .split("*")
    .reduce((product, factor) => product * Number(factor), 1);

const twice = (sources) =>
  [...definitions(sources)].filter(([, files]) => files.length > 1).map(([key, files]) => ({ key, files }));

test("each limit is defined once: a number that two files need has one home", () => {
  const { sources } = readProject(fileURLToPath(new URL("..", import.meta.url)));
  expect(definitions(sources).size).toBeGreaterThan(100);
  expect(twice(sources)).toEqual([]);
});

test("the same number under the same name in two files is found, however it is written", () => {
  const source = (file, text) => ({ file: path.posix.join("lib", file), text, isTest: false });
  const one = source("a.ts", "const HOURS_MAX = 30 * 24;\nconst PAGE = 25;\n");
  const two = source("b.ts", "export const HOURS_MAX = 7_20;\nexport const PAGE = 50;\n");
  expect(twice([one, two])).toEqual([{ key: "HOURS_MAX = 720", files: ["lib/a.ts", "lib/b.ts"] }]);
});
