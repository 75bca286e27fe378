import { describe, expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { lintTool } from "./lint";
import { applyPatch } from "./testing/apply-patch";

const text = (description: string) => ({ type: "string", description });

/** A tool with two optional parameters, `query` and `url`. */
function aTool(query: string, more: { description?: string; schema?: object } = {}): Json {
  return JSON.parse(
    JSON.stringify({
      name: "search_pages",
      description: more.description ?? "Searches pages and returns their addresses.",
      inputSchema: {
        type: "object",
        properties: { query: text(query), url: text("The page to begin with") },
        ...more.schema,
      },
      annotations: { readOnlyHint: true },
    }),
  );
}

function requiredIn(tool: Json): string[] {
  const definition = definitionFrom(tool);
  const found = definition ? lintTool(definition) : [];
  return found.filter(({ code }) => code === "required_in_prose").flatMap(({ fields }) => fields);
}

describe("a parameter is required in words", () => {
  test.each([
    "Required. The words to look for",
    "(required) The words to look for",
    "[REQUIRED] The words to look for",
    "Required: the words to look for",
    "The words (required)",
    "The words (required). Case does not matter.",
    "The words. This parameter is required.",
    "The words. The query must be provided.",
    "Always required.",
  ])("when its description says so: %s", (words) => expect(requiredIn(aTool(words))).toEqual(["query"]));

  test.each([
    "At least one of query or url is required",
    "At least one of these is required.",
    "The words. At least one of `query` and `url` must be provided.",
    "With neither, the query is required",
    "With no url, this is required",
    "Without a url it is required",
    "Either query or url is required",
    "Exactly one of query, url must be given",
    "One of query and url must be specified",
    "One of the two is required",
    "Any of these parameters is required",
    "Query or url is required",
    "Neither is required",
    "Unless url is given, this is required",
    "Required unless url is given",
    "Required if url is not given",
    "Required when there is no url",
    "Required, if there is no url",
    "Required. Omit when url is given.",
    "Required; alternatively, give url",
    "(required unless url is given) The words",
    "The words (required for the first page)",
    "The words. It is required only for the first page.",
    "This is no longer required",
    "It isn't required",
    "It is not always required",
    "This may be required",
    "This is sometimes required",
    "Depending on the mode, this is required",
    "Mutually exclusive with url. One is required.",
    "Required properties: a, b",
    "Required scopes are shown by the server",
    "A subscription is required",
    "Pairs with a name (required) and a weight (optional)",
    "Pairs with a name (required) and a weight (required)",
    "An object with a name (required)",
    "The words, which are required to be in English",
    "The words. Optional, though a filter is required.",
  ])("but not when that depends on something: %s", (words) => expect(requiredIn(aTool(words))).toEqual([]));

  test.each([
    ["Finds pages. Required fields: query.", ["query"]],
    ["Finds pages.\n- query (required): the words", ["query"]],
    ["Finds pages. The 'query' parameter is required.", ["query"]],
    ["Finds pages. 'query' or 'url' is required.", []],
    ["Finds pages. With neither, 'query' is required.", []],
    ["Finds pages. At least one of 'url' and 'query' is required.", []],
    ["Finds pages. Required parameters: either query or url.", []],
    ["First page: required fields: query. Others: required fields: url.", []],
    ["Finds pages. For the first page, required fields: query.", []],
    ["For each item:\n- query (required): the words", []],
    ["When mode is web:\n- query (required): the words", []],
    ["Finds pages.\n- query (required if url is missing): the words", []],
    ["Finds pages. 'query' is required. 'query' is optional with a cursor.", []],
  ])("as the tool's description has it: %j", (description, names) =>
    expect(requiredIn(aTool("The words", { description }))).toEqual(names),
  );

  test("and a schema that states the choice itself is believed", () => {
    const choice = { anyOf: [{ required: ["query"] }, { required: ["url"] }] };
    expect(requiredIn(aTool("Required.", { schema: choice }))).toEqual([]);
    const dependent = { dependentRequired: { url: ["query"] } };
    expect(requiredIn(aTool("Required.", { schema: dependent }))).toEqual([]);
  });

  test("has a patch only where the tool's own schema has the parameter", () => {
    const definition = definitionFrom(aTool("Required."));
    const [own] = definition ? lintTool(definition).filter(({ patch }) => patch !== null) : [];
    expect(applyPatch(aTool("Required."), own?.patch ?? [])).toMatchObject({
      inputSchema: { required: ["query"] },
    });
    const inChoice = {
      properties: {},
      oneOf: [{ properties: { query: text("Required.") } }, { properties: { url: text("A page") } }],
    };
    const chosen = definitionFrom(aTool("", { schema: inChoice }));
    expect(chosen ? lintTool(chosen).map(({ code, patch }) => [code, patch]) : []).toContainEqual([
      "required_in_prose",
      null,
    ]);
  });
});

describe("a list that may be [] or null", () => {
  const listed = (name: string, list: object, required = false) => {
    const definition = definitionFrom(
      JSON.parse(
        JSON.stringify({
          name,
          description: "Works on the notes of one notebook.",
          inputSchema: {
            properties: { tags: { type: ["array", "null"], items: { type: "string" }, ...list } },
            required: required ? ["tags"] : [],
          },
          annotations: { readOnlyHint: false, destructiveHint: true },
        }),
      ),
    );
    const found = definition ? lintTool(definition) : [];
    return found
      .filter(({ code }) => code.startsWith("empty_list"))
      .map(({ code, proposal }) => [code, proposal]);
  };

  test("leaves open what either means in a tool that writes", () => {
    expect(listed("update_note", { description: "The tags" })).toEqual([["empty_list_or_null", null]]);
  });

  test.each([
    ["a filter", "list_notes", { description: "The tags" }],
    ["a default", "update_note", { description: "The tags", default: null }],
    ["words for null", "update_note", { description: "The tags; null keeps them" }],
    ["words for []", "update_note", { description: "The tags; an empty list removes all" }],
    ["words for leaving it out", "create_note", { description: "Optional tags" }],
  ])("is plain with %s", (_, name, list) => expect(listed(name, list)).toEqual([]));

  test.each([
    ["Texts that must not be empty strings", []],
    ["The tags; must not be empty", [["empty_list_allowed", "minItems: 1"]]],
    ["Must contain at least one item", [["empty_list_allowed", "minItems: 1"]]],
    ["Matches notes where at least one value is set; [] for all", []],
  ])("must hold something only when the words speak of the list: %s", (description, found) =>
    expect(listed("list_notes", { description, type: "array" })).toEqual(found),
  );
});
