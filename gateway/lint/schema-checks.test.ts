import { describe, expect, test } from "vitest";
import { definitionFrom, type Json, type ToolDefinition } from "./definition";
import { lintTool } from "./lint";
import { lintTogether } from "./provider-checks";

function read(tool: object): ToolDefinition {
  const found = definitionFrom(tool as Json);
  if (!found) throw new Error("no tool");
  return found;
}

describe("a schema that nothing can be done with", () => {
  const warned = (inputSchema: object) =>
    lintTool(read({ name: "get_x", description: "Returns one thing by its name.", inputSchema }))
      .filter(({ severity }) => severity === "warning")
      .map(({ code, pointer }) => [code, pointer]);
  const described = { description: "The name of the thing." };

  test("refers to nothing", () => {
    const $ref = "#/$defs/Missing";
    const properties = {
      a: { ...described, $ref },
      b: { type: "array", description: "Some.", items: { $ref } },
    };
    expect(warned({ type: "object", properties, $defs: { Other: {} } })).toEqual([
      ["unresolved_reference", "/inputSchema/properties/a"],
      ["unresolved_reference", "/inputSchema/properties/b/items"],
    ]);
  });

  test.each([
    ["#/$defs/A", { $defs: { A: { type: "string" } } }],
    ["#/$defs/A~1B%20C", { $defs: { "A/B C": { type: "string" } } }],
    ["#/$defs/any", { $defs: { any: true } }],
    ["#named", { $defs: { A: { $anchor: "named", type: "string" } } }],
    ["#", {}],
    ["https://example.com/schema.json", {}],
  ])("is none that refers to %s", ($ref, more) => {
    const properties = { a: { ...described, $ref } };
    expect(warned({ type: "object", properties, ...more }).map(([code]) => code)).not.toContain(
      "unresolved_reference",
    );
  });

  test.each(["[a-z", "(?P<year>\\d{4})", "*.txt", "a{2,1}"])("has a pattern that is none: %s", (pattern) => {
    const properties = { a: { type: "string", ...described, pattern } };
    expect(warned({ type: "object", properties })).toEqual([
      ["invalid_pattern", "/inputSchema/properties/a/pattern"],
    ]);
  });

  test.each(["^[a-z]+$", "\\p{L}+", "^(?<year>\\d{4})$", "\\-"])(
    "has a pattern that is one: %s",
    (pattern) => {
      const properties = { a: { type: "string", ...described, pattern } };
      expect(warned({ type: "object", properties })).toEqual([]);
    },
  );

  test("is told of examples nothing, where a pattern or a reference is a value", () => {
    const examples = [{ $ref: "#/nowhere", pattern: "[a-z" }];
    const properties = { pattern: { type: "string", ...described }, $ref: { type: "string", ...described } };
    expect(warned({ type: "object", properties, examples })).toEqual([]);
  });
});

test.each([
  ["modify_customer", { destructiveHint: false }, "warning"],
  ["modify_customer", { readOnlyHint: true }, "warning"],
  ["receive_purchase_order", { destructiveHint: false }, "warning"],
  ["receive_purchase_order", { readOnlyHint: true }, "warning"],
  ["correct_order", { destructiveHint: false }, "warning"],
  ["rebuild_cache", { destructiveHint: false }, "warning"],
  ["rebuild_cache", { readOnlyHint: true }, "warning"],
  ["fulfill_order", { destructiveHint: false }, "warning"],
  ["create_order", { readOnlyHint: true }, "warning"],
  ["update_order", { readOnlyHint: false, destructiveHint: false }, "info"],
  ["create_order", { readOnlyHint: false, destructiveHint: false }, null],
  ["modify_order", { readOnlyHint: false, destructiveHint: true }, null],
])("%s with %o has contrary hints: %s", (name, annotations, severity) => {
  const found = lintTool(
    read({ name, description: "Works on one order of the shop.", inputSchema: {}, annotations }),
  ).filter(({ code }) => code === "name_annotation_mismatch");
  expect(found.map((one) => one.severity)).toEqual(severity === null ? [] : [severity]);
});

test("tools with one name are told once", () => {
  const tool = (name: string) => read({ name, description: "Copies a file to another place on disk." });
  expect(lintTogether([tool("copy"), tool("other_thing"), tool("copy")])).toContainEqual(
    expect.objectContaining({ code: "duplicate_name", severity: "warning", tools: ["copy"] }),
  );
  expect(lintTogether([tool("copy"), tool("copy")]).map(({ code }) => code)).toEqual(["duplicate_name"]);
});
