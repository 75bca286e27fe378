import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const imports = (...from) => from.map((one) => `import { x } from "${one}";\n`).join("");

test("no file imports itself, over however many others and if only by types", () => {
  const files = {
    "lib/core/a.ts": imports("./b"),
    "lib/core/b.ts": 'export const b = 1;\nimport type { C } from "@/lib/core/c";',
    "lib/core/c.ts": imports("./d"),
    "lib/core/d.ts": "",
  };
  expect(breaches("cycles", files)).toEqual([]);
  expect(breaches("cycles", { ...files, "lib/core/c.ts": imports("./b", "./d") })).toEqual([
    "lib/core/b.ts:2: imports itself through lib/core/c.ts",
  ]);
  expect(breaches("cycles", { ...files, "lib/core/c.ts": imports("./a") })).toEqual([
    "lib/core/a.ts:1: imports itself through lib/core/b.ts, lib/core/c.ts",
  ]);
});

test("no room of a domain imports itself, by whatever files", () => {
  const files = {
    "lib/approvals/rules.ts": imports("./queue/rules"),
    "lib/approvals/queue/queries.ts": imports("../detail/rules"),
    "lib/approvals/queue/rules.ts": imports("../types"),
    "lib/approvals/detail/rules.ts": imports("./deep/rules", "../types"),
    "lib/approvals/detail/deep/rules.ts": "",
    "lib/approvals/types.ts": "",
  };
  expect(breaches("cycles", files)).toEqual([]);
  const back = { "lib/approvals/detail/deep/rules.ts": 'import type { X } from "../../queue/rules";' };
  expect(breaches("cycles", { ...files, ...back })).toEqual([
    "lib/approvals/detail/deep/rules.ts:1: rooms go in a circle: lib/approvals/detail → lib/approvals/queue → lib/approvals/detail",
  ]);
  const tests = { "lib/approvals/detail/rules.test.ts": imports("../queue/rules") };
  expect(breaches("cycles", { ...files, ...tests })).toEqual([]);
});
