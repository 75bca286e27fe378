import { describe, expect, test } from "vitest";
import { definitionFrom, type Json, type ToolDefinition } from "./definition";
import { RULES } from "./finding";
import { lintTool } from "./lint";
import { lintTogether } from "./provider-checks";
import { EVALUATION_TOOLS } from "./testing/evaluation-server";
import type { Finding } from "./types";

function read(tool: object): ToolDefinition {
  const found = definitionFrom(tool as Json);
  if (!found) throw new Error("no tool");
  return found;
}

const NAMES = EVALUATION_TOOLS.map(({ name }) => name);

function foundIn(name: string): Finding[] {
  const tool = EVALUATION_TOOLS.find((one) => one.name === name);
  return lintTool(read(tool ?? {}), { names: NAMES, serverManaged: [] });
}

const told = (found: readonly Finding[]) =>
  found.map(({ severity, code, fields }) => [severity, code, fields.join(" ")].join(" ").trim());

/** The codes found in a tool with one parameter. */
function inParameter(
  schema: object,
  more: { name?: string; property?: string; required?: boolean; description?: string } = {},
) {
  const {
    name = "send_report",
    property = "value",
    required = false,
    description = "Sends a report to one address.",
  } = more;
  const inputSchema = {
    type: "object",
    properties: { [property]: schema },
    required: required ? [property] : [],
  };
  const annotations = { readOnlyHint: false, destructiveHint: true };
  return lintTool(read({ name, description, inputSchema, annotations })).map(({ code }) => code);
}

describe("a server whose tools fail", () => {
  test("lets agents create test sets without tests, and guess what a priority is", () => {
    const found = foundIn("create_test_set_bulk");
    expect(told(found)).toEqual([
      "warning no_cheatsheet metadata",
      "warning server_managed tests[].assignee_id",
      "warning server_managed tests[].owner_id",
      "warning server_managed owner_id",
      "warning server_managed assignee_id",
      "warning ordinal_unexplained tests[].priority",
      "warning ordinal_unexplained priority",
      "warning empty_list_allowed tests",
      "info undescribed_parameter tests[].prompt tests[].prompt.content tests[].prompt.language_code tests[].prompt.expected_response",
      "info no_example tests",
      "info missing_hints",
    ]);
    const of = (code: string, field: string) =>
      found.find((one) => one.code === code && one.fields[0] === field);
    expect(of("empty_list_allowed", "tests")).toMatchObject({
      pointer: "/inputSchema/properties/tests",
      patch: [{ op: "add", path: "/inputSchema/properties/tests/minItems", value: 1 }],
    });
    expect(of("ordinal_unexplained", "priority")?.proposal).toContain('not a word such as "High"');
    expect(of("ordinal_unexplained", "tests[].priority")?.pointer).toBe(
      "/inputSchema/$defs/TestData/properties/priority",
    );
  });

  test("lists values in words, leaves [] and null open, and shows what it fills in itself, its own list included", () => {
    expect(told(foundIn("create_metric"))).toEqual([
      "warning server_managed metric_type_id",
      "warning server_managed created_at",
      "warning missing_enum score_type",
      "warning date_format_unsaid created_at",
      "info empty_list_or_null categories",
      "info missing_hints",
    ]);
    expect(foundIn("create_metric").find(({ code }) => code === "missing_enum")?.patch).toEqual([
      { op: "add", path: "/inputSchema/properties/score_type/enum", value: ["numeric", "categorical"] },
    ]);
  });

  test("does not say which tool's result feeds an id, and what comes next", () => {
    expect(
      foundIn("create_test_configuration").find(({ code }) => code === "no_workflow_context"),
    ).toMatchObject({
      fields: ["endpoint_id", "test_set_id"],
      proposal:
        "`endpoint_id` comes from `list_endpoints`. `test_set_id` comes from `create_test_set_bulk`. " +
        "Afterwards call `execute_test_configuration` with the id it returns.",
    });
    expect(told(foundIn("execute_test_configuration"))).toEqual(["info missing_hints"]);
  });

  test("has a tool whose description only says its name", () => {
    expect(told(foundIn("list_endpoints"))).toContain("info tautological_description");
  });

  test("says so in the words of the rule", () => {
    const found = foundIn("list_endpoints").find(({ code }) => code === "tautological_description");
    const { why, fix } = RULES.tautological_description;
    expect(found?.message).toBe(`The description only repeats the name. ${fix}`);
    expect(why).toContain("description that only repeats the name");
  });
});

describe("a parameter", () => {
  test.each([
    ["a list of values", "Sort order: must be one of 'asc' or 'desc'", true],
    ["bare words", "One of: asc, desc", true],
    ["a list in brackets", 'Sort order ("asc" or "desc")', true],
    ["examples", "A name such as 'asc' or 'desc'", false],
    ["more examples", "The order, e.g. `asc`, `desc`", false],
    ["values that open a list", 'Valid values include "asc", "desc"', false],
    ["two other parameters", "Provide either this or path, but not both", false],
    ["values with conditions", '"true" or "false" for checkboxes, otherwise the text', false],
  ])("whose description has %s", (_, description, closed) => {
    expect(inParameter({ type: "string", description }).includes("missing_enum")).toBe(closed);
    expect(inParameter({ type: "string", enum: ["asc", "desc"], description })).not.toContain("missing_enum");
  });

  test.each([
    ["The path (required)", true],
    ["Required. The path", true],
    ["The path. It is required.", true],
    ["Container name (required when the pod has several)", false],
    ["Required for producing valid JSON", false],
    ["If dynamic is false, this is required", false],
    ["Not required", false],
    ["The permission that is required by the server", false],
  ])("described with %j is required in words: %s", (description, required) => {
    expect(inParameter({ type: "string", description }).includes("required_in_prose")).toBe(required);
    expect(inParameter({ type: "string", description }, { required: true })).not.toContain(
      "required_in_prose",
    );
  });

  test("that the tool's description calls required is found too", () => {
    const named = { description: "Sends a report.\n- value (required): UUID from list_reports" };
    expect(inParameter({ type: "string", description: "The report" }, named)).toContain("required_in_prose");
    const listed = { description: "Sends a report. Required fields: name, value." };
    expect(inParameter({ type: "string", description: "The report" }, listed)).toContain("required_in_prose");
  });

  test.each([
    ["due_date", { type: "string", description: "When it is due" }, true],
    ["createdAt", { type: "string", description: "When it was made" }, true],
    ["start_time", { type: "integer", description: "The start" }, true],
    ["due_date", { type: "string", format: "date", description: "When it is due" }, false],
    ["due_date", { type: "string", description: "When it is due, e.g. 2026-11-21" }, false],
    ["start_time", { type: "integer", description: "Unix time in seconds" }, false],
    ["update", { type: "string", description: "The text" }, false],
    ["timeout", { type: "integer", description: "How long to wait" }, false],
    ["format", { type: "string", description: "The format" }, false],
  ])("%s %j lacks a notation: %s", (property, schema, lacks) => {
    expect(inParameter(schema, { property }).includes("date_format_unsaid")).toBe(lacks);
  });

  test.each([
    [{ type: "integer", description: "Priority" }, true],
    [{ type: "integer", minimum: 1, maximum: 5, description: "Priority" }, true],
    [{ type: "integer", description: "1 (low) to 5 (urgent)" }, false],
    [{ type: "integer", enum: [1, 2, 3], description: "Priority" }, false],
    [{ type: "string", description: "Priority" }, false],
  ])("priority %j is unexplained: %s", (schema, unexplained) => {
    expect(inParameter(schema, { property: "priority" }).includes("ordinal_unexplained")).toBe(unexplained);
  });

  test.each([
    [{ type: "array", description: "The rows" }, ["unknown_items"]],
    [{ type: "array", items: {}, description: "The rows" }, ["unknown_items"]],
    [{ type: "array", items: { type: "object" }, description: "The rows" }, ["unknown_items"]],
    [{ type: "array", items: { type: "string" }, minItems: 1, description: "The rows" }, []],
    [{ type: ["array", "null"], items: { type: "string" }, description: "The rows" }, ["empty_list_or_null"]],
    [{ type: ["array", "null"], items: { type: "string" }, description: "The rows; [] removes all" }, []],
    [
      { type: "array", items: { type: "string" }, description: "The rows, must not be empty" },
      ["empty_list_allowed"],
    ],
  ])("%j", (schema, codes) => {
    expect(inParameter(schema)).toEqual(codes);
  });

  test.each([
    [{ type: "object", description: "The filter" }, true],
    [{ type: "object", additionalProperties: true, description: "The filter" }, true],
    [{ type: "object", description: "The filter, see mcp://crm/cheatsheet" }, false],
    [{ type: "object", description: 'The filter, for example {"name": "Ines"}' }, false],
    [{ type: "object", additionalProperties: false, description: "Nothing" }, false],
    [
      {
        type: "object",
        properties: { name: { type: "string", description: "A name" } },
        description: "The filter",
      },
      false,
    ],
  ])("%j leaves its names to the agent: %s", (schema, open) => {
    expect(inParameter(schema).includes("no_cheatsheet")).toBe(open);
  });
});

describe("annotations", () => {
  const hinted = (name: string, annotations?: object, description = "Does something with one invoice.") =>
    lintTool(read({ name, description, annotations })).map(({ code, severity }) => `${severity} ${code}`);

  test.each([
    ["delete_invoice", undefined, "warning missing_hints"],
    ["get_invoice", undefined, "info missing_hints"],
    ["pay_invoice", undefined, "info missing_hints"],
    ["invoice", undefined, null],
    ["deleteInvoice", { destructiveHint: false }, "warning name_annotation_mismatch"],
    ["delete-invoice", { readOnlyHint: false, destructiveHint: true }, null],
    ["update_invoice", { readOnlyHint: true }, "warning name_annotation_mismatch"],
    ["correct_invoice", { readOnlyHint: true }, "warning name_annotation_mismatch"],
    ["modify_invoice", { readOnlyHint: true }, "warning name_annotation_mismatch"],
    ["fulfil_order", { readOnlyHint: true }, "warning name_annotation_mismatch"],
    ["get_invoice", { destructiveHint: true }, "warning name_annotation_mismatch"],
    ["get_or_create_label", { readOnlyHint: true }, "warning name_annotation_mismatch"],
    ["list_deleted_files", { readOnlyHint: true }, null],
    ["invoice", { readOnlyHint: true, destructiveHint: true }, "warning name_annotation_mismatch"],
  ])("of %s, %j: %s", (name, annotations, expected) => {
    expect(hinted(name, annotations)).toEqual(expected === null ? [] : [expected]);
  });

  test("are compared with what the description says it does, and not with what it says it does not", () => {
    const additive = { readOnlyHint: false, destructiveHint: false };
    expect(hinted("write_file", additive, "Will overwrite the file if it exists.")).toEqual([
      "warning behaviour_annotation_mismatch",
    ]);
    expect(hinted("write_file", additive, "Appends, and will never permanently delete anything.")).toEqual(
      [],
    );
  });

  test("are recommended for each family, as a patch", () => {
    const patch = (name: string) =>
      lintTool(read({ name, description: "Does something with one invoice." }))[0]?.patch?.[0];
    expect(patch("delete_invoice")).toEqual({
      op: "add",
      path: "/annotations",
      value: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
    expect(patch("send_invoice")).toMatchObject({ value: { destructiveHint: true, idempotentHint: false } });
    expect(patch("create_invoice")).toMatchObject({ value: { destructiveHint: false } });
    expect(patch("get_invoice")).toMatchObject({ value: { readOnlyHint: true } });
  });

  test("a low rating for what destroys or sends is a mismatch", () => {
    const rated = (name: string, risk: string) =>
      lintTool(
        read({
          name,
          description: "Does something with one invoice.",
          risk,
          annotations: { destructiveHint: true },
        }),
      )
        .map(({ code }) => code)
        .filter((code) => code === "risk_behaviour_mismatch");
    expect(rated("delete_invoice", "low")).toHaveLength(1);
    expect(rated("send_invoice", "low")).toHaveLength(1);
    expect(rated("delete_invoice", "high")).toHaveLength(0);
    expect(rated("create_invoice", "low")).toHaveLength(0);
  });
});

describe("a schema", () => {
  const nested = (depth: number): object =>
    depth === 0
      ? { description: "No type" }
      : { type: "object", description: "A level", properties: { in: nested(depth - 1) } };

  test("is read through allOf, oneOf, items and additionalProperties", () => {
    const open = { description: "No type" };
    const schema = {
      description: "A tree",
      allOf: [
        { type: "object", properties: { a: open } },
        { oneOf: [{ type: "array", items: { type: "object", properties: { b: open } } }, { type: "null" }] },
        { type: "object", additionalProperties: { type: "object", properties: { c: open } } },
      ],
    };
    const definition = read({
      name: "invoice",
      description: "Does something.",
      inputSchema: { properties: { tree: schema } },
    });
    const found = lintTool(definition).filter(({ code }) => code === "missing_type");
    expect(found.flatMap(({ fields }) => fields)).toEqual(["tree.a", "tree.*.c", "tree[].b"]);
    expect(found[2]?.pointer).toBe("/inputSchema/properties/tree/allOf/1/oneOf/0/items/properties/b");
  });

  test("that refers to itself, to nothing, or is very deep ends", () => {
    const looped = {
      properties: { node: { $ref: "#/$defs/node" }, gone: { $ref: "#/$defs/gone" }, deep: nested(40) },
      $defs: {
        node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } },
        a: { $ref: "#/$defs/b" },
        b: { $ref: "#/$defs/a" },
      },
    };
    const codes = lintTool(
      read({ name: "invoice", description: "Does something.", inputSchema: looped }),
    ).map(({ code }) => code);
    expect(codes).toContain("undescribed_parameter");
    expect(codes).not.toContain("missing_type");
  });

  test("with hundreds of problems has fifty, and strange members do no harm", () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, {}]));
    expect(lintTool(read({ name: "x", inputSchema: { properties } }))).toHaveLength(50);
    const strange = {
      name: "x",
      description: 7,
      inputSchema: { properties: [1], required: {}, allOf: {} },
      annotations: "no",
    };
    expect(lintTool(read(strange)).map(({ code }) => code)).toEqual(["missing_description"]);
    expect(definitionFrom("no tool")).toBeNull();
    expect(definitionFrom({ description: "nameless" })).toBeNull();
  });
});

describe("a hostile definition is read to its end:", () => {
  const long = (part: string) => part.repeat(Math.ceil(200_000 / part.length));
  const SELF = { anyOf: Array.from({ length: 40 }, () => ({ items: { $ref: "#/$defs/a" } })) };
  test.each<[string, object]>([
    [
      "spaces behind a word",
      { properties: { status: { type: "string", description: `values${" ".repeat(200_000)}x` } } },
    ],
    ["open brackets", { properties: { status: { type: "string", description: long("('a' or 'b'(") } } }],
    ["quotes", { properties: { status: { type: "string", description: long("'a', ") } } }],
    ["line breaks", { properties: { a: {} }, description: "\n".repeat(200_000) }],
    ["the word required", { properties: { a: { type: "string", description: long("is required ") } } }],
    ["choices in choices", { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: SELF } }],
    ["many choices", { properties: { a: { anyOf: Array.from({ length: 150_000 }, () => ({})) } } }],
    [
      "many lists",
      {
        properties: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`p${n}`, { type: "array" }])),
      },
    ],
  ])("%s", (_, { description = "", ...inputSchema }: { description?: string }) => {
    const text = `${description}${long("'p1' is required. server-managed: a ")}`;
    const found = lintTool(read({ name: "create_x", description: text, inputSchema }));
    expect(found.length).toBeLessThanOrEqual(50);
  });
});

describe("tools of one provider", () => {
  const tool = (name: string, description: string, ...properties: string[]) =>
    read({
      name,
      description,
      inputSchema: { properties: Object.fromEntries(properties.map((one) => [one, { type: "string" }])) },
    });
  const together = (...tools: ToolDefinition[]) =>
    lintTogether(tools).map(({ code, tools: names }) => [code, ...names]);

  test("with the same description are told, those that differ in what they are named after are not", () => {
    const same = "Searches all pages of the workspace by words.";
    expect(together(tool("find_page", same), tool("search_page", same))).toEqual([
      ["near_identical", "find_page", "search_page"],
    ]);
    expect(
      together(
        tool("get_topic", "Get a topic of the account by its id."),
        tool("get_domain", "Get a domain of the account by its id."),
      ),
    ).toEqual([]);
  });

  test("that spell names differently are told", () => {
    expect(
      together(tool("get_page", "Reads one page.", "page_id"), tool("get_pages", "Reads several.", "pageId")),
    ).toEqual([["inconsistent_names", "get_page", "get_pages"]]);
    expect(
      together(
        tool("get_page", "Reads one page."),
        tool("get_pages", "Reads several."),
        tool("getUser", "Reads one user."),
      ),
    ).toEqual([["inconsistent_names", "getUser"]]);
  });

  test("that change something without asking why, and that cost a lot, are told", () => {
    expect(
      together(tool("send_page", "Sends one page."), tool("send_pages", "Sends several.", "rationale")),
    ).toEqual([["no_rationale", "send_page"]]);
    expect(together(tool("get_page", "word ".repeat(20_000)))).toEqual([["token_cost", "get_page"]]);
  });
});
