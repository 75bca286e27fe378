import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { annotationsOf } from "./definition";
import { type Definition, definitionText, diffDefinitions, prettyJson } from "./versions";

const base: Definition = {
  description: "Sends a mail.",
  inputSchemaText:
    '{"type":"object","properties":{"to":{"type":"string"},"n":{"type":"integer","default":1}},"required":["to"]}',
  outputSchemaText: null,
  annotationsText: '{"readOnlyHint":false}',
};

const diff = (over: Partial<Definition>) => diffDefinitions(base, { ...base, ...over });

describe("what changed between two definitions", () => {
  test("is nothing when only order and white space did", () => {
    expect(
      diff({
        inputSchemaText:
          '{ "required":["to"], "properties":{"n":{"default":1,"type":"integer"},"to":{"type":"string"}}, "type":"object" }',
      }),
    ).toEqual([]);
  });

  test("names each parameter with what about it changed", () => {
    const inputSchemaText =
      '{"type":"object","properties":{"to":{"type":"array","items":{"type":"string"}},"dry":{"type":"boolean"}},"required":["dry"]}';
    expect(diff({ inputSchemaText })).toMatchObject([
      {
        part: "parameter",
        kind: "changed",
        name: "to",
        aspects: ["type", "required"],
        before: "string, required",
      },
      { part: "parameter", kind: "added", name: "dry", after: "boolean, required" },
      { part: "parameter", kind: "removed", name: "n", before: "integer, default 1" },
    ]);
  });

  test("tells a change of a schema that is in no parameter", () => {
    const inputSchemaText = base.inputSchemaText.replace(
      '"type":"object"',
      '"type":"object","additionalProperties":false',
    );
    expect(diff({ inputSchemaText })).toMatchObject([{ part: "schema", kind: "changed" }]);
  });

  test("tells description, output and each annotation", () => {
    expect(
      diff({ description: "x", outputSchemaText: "{}", annotationsText: '{"destructiveHint":true}' }),
    ).toMatchObject([
      { part: "description", before: "Sends a mail.", after: "x" },
      { part: "output", kind: "added" },
      { part: "annotation", name: "readOnlyHint", kind: "removed", before: "false" },
      { part: "annotation", name: "destructiveHint", kind: "added", after: "true" },
    ]);
    expect(diff({ annotationsText: null })).toMatchObject([{ part: "annotation", kind: "removed" }]);
  });
});

describe("a definition as lines", () => {
  test("keeps digits, sorts keys and closes empty values on their line", () => {
    expect(prettyJson(parseJson('{"b":9007199254740993,"a":[1e400,{}],"c":[]}'))).toBe(
      '{\n  "a": [\n    1e400,\n    {}\n  ],\n  "b": 9007199254740993,\n  "c": []\n}',
    );
    expect(definitionText(base)).toContain('annotations\n{\n  "readOnlyHint": false\n}');
    expect(definitionText(base)).not.toContain("outputSchema");
  });

  test("reads annotations as they were written", () => {
    expect(annotationsOf('{"title":"T\\u0041","n":1.0}')).toEqual([
      { name: "title", value: '"T\\u0041"' },
      { name: "n", value: "1.0" },
    ]);
    expect(annotationsOf(null)).toEqual([]);
  });
});
