import { expect, test } from "vitest";
import { listedIn } from "./listed-values";

const SCHEMA = JSON.stringify({
  type: "object",
  properties: {
    score: { enum: ["low", "high"] },
    kind: { const: 7 },
    kinds: { type: "array", items: { $ref: "#/$defs/kind" } },
    grid: { type: "array", items: { type: "array", items: { enum: [0, 1] } } },
    tests: {
      type: "array",
      items: { type: "object", properties: { "a/b": { anyOf: [{ const: "x" }, { enum: ["y", null] }] } } },
    },
    open: { type: "string" },
  },
  $defs: { kind: { enum: ["a", "b"] } },
});

test.each([
  ["/score", ['"low"', '"high"']],
  ["/kind", ["7"]],
  ["/kinds/*", ['"a"', '"b"']],
  ["/grid/*/*", ["0", "1"]],
  ["/tests/*/a~1b", ['"x"', '"y"', "null"]],
  ["/kinds", []],
  ["/open", []],
  ["/gone/*", []],
])("the schema lists for %s: %j", (path, listed) => {
  expect(listedIn(SCHEMA, path)).toEqual(listed);
});

test("a schema that is none lists nothing, and long lists are cut", () => {
  expect(listedIn("true", "/a")).toEqual([]);
  const many = { type: "object", properties: { a: { enum: ["x".repeat(900), ...Array(90).keys()] } } };
  const listed = listedIn(JSON.stringify(many), "/a");
  expect(listed).toHaveLength(40);
  expect(listed[0]).toHaveLength(200);
});
