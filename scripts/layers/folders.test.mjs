import { expect, test } from "vitest";
import { breaches, idle } from "./testing/plant.mjs";

const room = (folder, ...names) =>
  Object.fromEntries(names.map((name) => [`${folder}/${name}.ts`, "export const a = 1;\n"]));

test("a noun's file has at most 250 lines", () => {
  const files = (count) => ({ ...room("lib/tools", "rules"), "lib/tools/signing.ts": idle(count) });
  expect(breaches("folders", files(250))).toEqual([]);
  expect(breaches("folders", files(251))).toEqual([
    "lib/tools/signing.ts:1: 251 lines, at most 250 for a file named by its noun",
  ]);
});

test("a file of the vocabulary may be longer", () => {
  expect(breaches("folders", { ...room("lib/tools", "rules"), "lib/tools/queries.ts": idle(300) })).toEqual(
    [],
  );
});

test("a folder has three files or more than 250 lines; tests and their parts do not count", () => {
  const domain = room("lib/tools", "types", "rules");
  expect(breaches("folders", { ...domain, ...room("lib/tools/lint", "types", "rules", "words") })).toEqual(
    [],
  );
  const long = { ...room("lib/tools/lint", "types"), "lib/tools/lint/rules.ts": idle(250) };
  expect(breaches("folders", { ...domain, ...long })).toEqual([]);
  expect(breaches("folders", { ...domain, ...room("lib/tools/testing", "tools") })).toEqual([]);
  const thin = room("lib/tools/lint", "types", "rules", "rules.test");
  expect(breaches("folders", { ...domain, ...thin })).toEqual([
    "lib/tools/lint:1: a folder of 2 files and 2 lines; make it a file named by its noun",
  ]);
});

test("at most one folder of lib in ten holds a single file", () => {
  const folders = (count) =>
    Object.assign({}, ...Array.from({ length: count }, (_, at) => room(`lib/d${at}`, "types", "rules")));
  expect(breaches("folders", { ...folders(9), ...room("lib/tools", "rules") })).toEqual([]);
  expect(breaches("folders", { ...folders(8), ...room("lib/tools", "rules") })).toEqual([
    "lib:1: 1 of 9 folders (11 %) hold one file, at most 10 %",
  ]);
});
