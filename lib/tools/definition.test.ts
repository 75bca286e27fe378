import { expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { parametersOf } from "./definition";

function parameters(text: string) {
  return parametersOf({ text, root: parseJson(text) });
}

const typeOf = (schema: string, definitions = "{}") =>
  parameters(`{"properties":{"p":${schema}},"$defs":${definitions}}`)[0]?.type;

test.each([
  ['{"type":"string"}', "string"],
  ['{"type":"string","format":"uuid"}', "string (uuid)"],
  ['{"type":["integer","null"]}', "integer | null"],
  ['{"enum":["asc","desc"]}', '"asc" | "desc"'],
  ['{"enum":[9007199254740993, 1e400]}', "9007199254740993 | 1e400"],
  ['{"const":"x"}', '"x"'],
  ['{"anyOf":[{"enum":["a"]},{"type":"null"}]}', '"a" | null'],
  ['{"type":"array","items":{"type":"string"}}', "array of string"],
  ['{"type":"array","items":{"enum":["a","b"]}}', 'array of ("a" | "b")'],
  ['{"type":"array"}', "array"],
  [
    '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object","properties":{"c":{}}}},"required":["a"]}',
    "{a: string, b?: object}",
  ],
  ['{"$ref":"#/$defs/x"}', "boolean"],
  ['{"$ref":"#/$defs/Page%3Cx%3E"}', "string"],
  ['{"$ref":"https://elsewhere.example/x"}', "any"],
  ['{"type":"integer","minimum":1,"maximum":5}', "integer (1 to 5)"],
  ['{"type":"integer","minimum":0}', "integer (at least 0)"],
  ['{"type":"number","exclusiveMinimum":0,"maximum":1.50}', "number (more than 0, at most 1.50)"],
  ['{"type":"number","minimum":0,"exclusiveMinimum":true}', "number (more than 0)"],
  ['{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}', "integer"],
  ['{"type":["integer","null"],"maximum":100}', "integer (at most 100) | null"],
  ['{"type":"array","items":{"type":"string"},"minItems":1}', "array of string (at least 1 item)"],
  [
    '{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":3}',
    'array of ("a" | "b") (1 to 3 items)',
  ],
  ['{"type":"array","items":{"type":"integer","minimum":1},"minItems":0}', "array of integer (at least 1)"],
  ['{"type":"string","format":"email","maxLength":80}', "string (email, at most 80 characters)"],
  ['{"type":"string","minLength":2,"maxLength":2}', "string (exactly 2 characters)"],
  ['{"type":"object","properties":{"n":{"type":"integer","maximum":9}}}', "{n?: integer (at most 9)}"],
  ["{}", "any"],
  ["true", "any"],
])("%s reads %s", (schema, type) => {
  expect(typeOf(schema, '{"x":{"type":"boolean"},"Page<x>":{"type":"string"}}')).toBe(type);
});

test("long lists of literals are cut", () => {
  const values = JSON.stringify(Array.from({ length: 100 }, (_, i) => `v${i}`));
  expect(typeOf(`{"enum":${values}}`)).toMatch(/"v29" \| 70 more$/);
});

test("definitions that refer to themselves end", () => {
  const definitions =
    '{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"array","items":{"$ref":"#/$defs/a"}}]},"b":{"$ref":"#/$defs/b"}}';
  expect(typeOf('{"$ref":"#/$defs/a"}', definitions)?.length).toBeLessThan(2_000);
  expect(typeOf('{"$ref":"#/$defs/b"}', definitions)).toBe("any");
});

test("many references to an endless one are all read, and one of ordinary length is followed", () => {
  const properties = Array.from({ length: 1_500 }, (_, i) => `"p${i}":{"$ref":"#/a"}`).join();
  const text = `{"properties":{${properties}},"a":{"$ref":"#/${"/".repeat(200_000)}"}}`;
  const root = parseJson(text);
  expect(parametersOf({ text, root })).toHaveLength(1_500);
  const named = (name: string) => typeOf(`{"$ref":"#/$defs/${name}"}`, `{"${name}":{"type":"string"}}`);
  expect(named("x".repeat(490))).toBe("string");
  expect(named("x".repeat(500))).toBe("any");
});

test("tells what is required, described and given", () => {
  const text =
    '{"properties":{"a":{"type":"number","default":1.50,"description":"d"},"b":{"readOnly":true}},"required":["a",3]}';
  expect(parameters(text)).toEqual([
    {
      name: "a",
      required: true,
      type: "number",
      typed: true,
      description: "d",
      defaultText: "1.50",
      readOnly: false,
    },
    {
      name: "b",
      required: false,
      type: "any",
      typed: false,
      description: null,
      defaultText: null,
      readOnly: true,
    },
  ]);
});

test("members of nested objects are left out where they are asked to be, at every depth", () => {
  const item =
    '{"type":"object","properties":{"id":{"type":"string"},"sku":{"type":"string"}},"required":["sku"]}';
  const text = `{"properties":{
    "order":{"type":"object","properties":{"id":{"type":"string"},"at":{"type":"string","readOnly":true},"to":{"type":"string"}}},
    "must":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},
    "only":{"type":"object","properties":{"id":{"type":"string"}}},
    "items":{"type":"array","items":${item}},
    "either":{"anyOf":[${item},{"$ref":"#/$defs/line"}]}},
    "$defs":{"line":{"type":"object","properties":{"id":{"type":"integer"},"text":{"type":"string"}}}}}`;
  const hides = ({ name, required, readOnly }: { name: string; required: boolean; readOnly: boolean }) =>
    !required && (readOnly || name === "id");
  const types = parametersOf({ text, root: parseJson(text) }, hides).map(({ name, type }) => [name, type]);
  expect(types).toEqual([
    ["order", "{to?: string}"],
    ["must", "{id: string}"],
    ["only", "object"],
    ["items", "array of {sku: string}"],
    ["either", "{sku: string} | {text?: string}"],
  ]);
});
