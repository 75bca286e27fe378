import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { validateAgainstSchema } from "./contract";

const check = (args: string, schema: unknown) =>
  validateAgainstSchema(parseJson(args), JSON.stringify(schema));

const pointers = (args: string, schema: unknown) => {
  const result = check(args, schema);
  if (!result.checked) throw new Error(result.why);
  return result.violations.map((violation) => violation.pointer);
};

const broadcast = {
  type: "object",
  properties: {
    segmentId: { type: "string" },
    count: { type: "integer", minimum: 1 },
    mode: { enum: ["draft", "live"] },
    to: {
      type: "array",
      items: { type: "object", properties: { email: { type: "string" } }, required: ["email"] },
    },
  },
  required: ["segmentId"],
  additionalProperties: false,
};

describe("validateAgainstSchema", () => {
  test("finds nothing in a good call", () => {
    expect(check('{"segmentId":"a","count":2,"mode":"live"}', broadcast)).toEqual({
      checked: true,
      violations: [],
      skipped: [],
    });
  });

  test("names each place that breaks the definition", () => {
    expect(pointers('{"count":0,"mode":"now","to":[{"email":"x"},{}],"odd":1}', broadcast).sort()).toEqual([
      "/count",
      "/mode",
      "/odd",
      "/segmentId",
      "/to/1/email",
    ]);
  });

  test("wants what is required even where it is not described", () => {
    expect(pointers('{"a":1}', { type: "object", required: ["a", "b"] })).toEqual(["/b"]);
  });

  test("says required rather than undefined", () => {
    const result = check("{}", broadcast);
    expect(result.checked && result.violations[0]?.message).toContain("Required");
  });

  test("a default does not excuse a wrong value, and fills in nothing we show", () => {
    expect(
      pointers('{"n":"x"}', { type: "object", properties: { n: { type: "number", default: 5 } } }),
    ).toEqual(["/n"]);
  });

  test("leaves patterns out and says so", () => {
    const result = check('{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}', {
      type: "object",
      properties: { a: { type: "string", pattern: "^(a+)+$" }, pattern: { type: "string" } },
    });
    expect(result).toEqual({ checked: true, violations: [], skipped: ["pattern"] });
  });

  test("a property named like a rule is a property", () => {
    expect(
      pointers('{"not":1,"if":2}', {
        type: "object",
        properties: { not: { type: "number" }, if: { type: "string" } },
      }),
    ).toEqual(["/if"]);
  });

  test.each([
    ["a definition that refers to nothing but itself", { $ref: "#" }],
    ["another document", { $ref: "https://example.com/schema.json" }],
    ["a dangling reference", { $ref: "#/$defs/none" }],
    ["an edition nobody knows", { $schema: "https://example.com/our-own" }],
    ["a rule that is none", { required: "a" }],
    ["something else than a schema", ["no"]],
  ])("says not checked for %s", (_, schema) => {
    expect(check("{}", schema).checked).toBe(false);
  });

  test("says not checked for a definition that is not JSON", () => {
    expect(validateAgainstSchema(parseJson("{}"), "{nope").checked).toBe(false);
  });

  test("says not checked rather than yes where a pattern that cannot be run decides", () => {
    const runaway = { pattern: "^(a+)+$" };
    const text = JSON.stringify(`${"a".repeat(40)}!`);
    expect(check(text, { not: runaway })).toEqual({
      checked: false,
      why: "one of its patterns cannot be run in time",
    });
    expect(check(`{${text}:1}`, { patternProperties: { "^(a+)+$": true } }).checked).toBe(false);
    expect(check(text, { anyOf: [runaway, { type: "string" }] })).toMatchObject({ checked: true });
  });

  test.each(["anyOf", "allOf", "oneOf"])("is not held up by %s built to explode", (rule) => {
    // Two branches per step, sixty steps: following all of them would never end.
    const defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `d${i}`,
        i === 59
          ? { type: "string" }
          : { [rule]: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: defs };
    expect(pointers('{"a":1}', schema)).toEqual(["/a"]);
  });

  test("gives up where values times rules are too many", () => {
    const many = JSON.stringify(Array.from({ length: 19_000 }, (_, i) => i));
    const values = Array.from({ length: 1_000 }, (_, i) => -i);
    expect(check(many, { items: { enum: values } })).toEqual({
      checked: false,
      why: "checking would take too long",
    });
  });
});

test("the input schema of every real tool we know can be judged by, whole", () => {
  const folder = path.resolve("sample/catalogues");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const unfit = files.flatMap((file) => {
    const { tools } = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    return tools.flatMap(({ name, inputSchema }: { name: string; inputSchema: unknown }) => {
      const result = check("{}", inputSchema);
      return result.checked && result.skipped.length === 0 ? [] : [{ file, name, result }];
    });
  });
  expect(files.length).toBeGreaterThan(15);
  expect(unfit).toEqual([]);
});
