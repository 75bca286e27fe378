import { expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { lintTool } from "./lint";
import type { Finding } from "./types";

function linted(tool: object): Finding[] {
  const found = definitionFrom(tool as Json);
  if (!found) throw new Error("no tool");
  return lintTool(found);
}

test("many references that all lead to an endless one are all read", () => {
  const inputSchema = {
    properties: Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`p${i}`, { $ref: "#/a" }])),
    a: { $ref: `#${"/".repeat(200_000)}` },
  };
  const found = linted({ name: "x", inputSchema });
  expect(found.find(({ code }) => code === "undescribed_parameter")?.fields).toHaveLength(1_500);
});

test("only references of ordinary length are followed", () => {
  const parts = Array.from({ length: 31 }, (_, i) => `d${i}`);
  const inner = (names: string[]): object =>
    names.reduceRight<object>((value, name) => ({ [name]: value }), {
      type: "object",
      properties: { leaf: {} },
    });
  const fields = (names: string[]) =>
    linted({
      name: "x",
      inputSchema: { properties: { p: { $ref: `#/${names.join("/")}` } }, ...inner(names) },
    }).flatMap((one) => one.fields);
  expect(fields(parts.slice(1))).toContain("p.leaf");
  expect(fields(parts)).not.toContain("p.leaf");
  expect(fields(["d".repeat(490)])).toContain("p.leaf");
  expect(fields(["d".repeat(500)])).not.toContain("p.leaf");
});

test("a reference that is written as in an address is followed, and the place is named as it is", () => {
  const inputSchema = {
    properties: { p: { $ref: "#/$defs/Page%3Cx%3E" } },
    $defs: { "Page<x>": { type: "object", properties: { leaf: {} } } },
  };
  const found = linted({ name: "x", inputSchema }).filter(({ code }) => code === "missing_type");
  expect(found.length).toBeGreaterThan(0);
  for (const { pointer } of found) expect(pointer).toContain("/$defs/Page<x>/properties");
});

test("there are findings only where a place can be named in a few words", () => {
  const inputSchema = { properties: { ["long".repeat(200)]: {}, short: {} } };
  const found = linted({ name: "x", inputSchema });
  expect(new Set(found.flatMap(({ fields }) => fields))).toEqual(new Set(["short"]));
});
