import { describe, expect, test } from "vitest";
import { lintDefinition } from "./lint";

const good = {
  name: "send_mail",
  description: "Sends a mail to one address and returns its id.",
  inputSchemaText:
    '{"type":"object","properties":{"to":{"type":"string","description":"Address"}},"required":["to"]}',
  annotationsText: '{"readOnlyHint":false,"destructiveHint":true}' as string | null,
  risk: null,
};

const lint = (over: Partial<typeof good>) =>
  lintDefinition({ ...good, ...over }).map(({ code, severity, pointer }) => [code, severity, pointer]);

const schema = (properties: object, required: string[] = []) =>
  JSON.stringify({ type: "object", properties, required });

describe("a definition", () => {
  test("that says everything has no findings", () => {
    expect(lint({})).toEqual([]);
    expect(lint({ inputSchemaText: '{"type":"object"}' })).toEqual([]);
    expect(lint({ inputSchemaText: "{}" })).toEqual([]);
  });

  test.each(["", "  \n ", "Sends."])("without a description says nothing to agents: %j", (description) => {
    expect(lint({ description })).toEqual([["missing_description", "warning", "/description"]]);
  });

  test("with undescribed parameters: worse when they are required", () => {
    const inputSchemaText = schema({ to: { type: "string" }, cc: { type: "string", description: " " } }, [
      "to",
    ]);
    expect(lint({ inputSchemaText })).toEqual([
      ["undescribed_parameter", "warning", "/inputSchema/properties/to"],
      ["undescribed_parameter", "info", "/inputSchema/properties/cc"],
    ]);
  });

  test("with a parameter without a type, whose pointer is escaped", () => {
    const inputSchemaText = schema({ "a/b~c": { description: "What to do" } });
    expect(lint({ inputSchemaText })).toEqual([
      ["missing_type", "warning", "/inputSchema/properties/a~1b~0c"],
    ]);
  });

  test.each([
    '{"enum":["a"]}',
    '{"const":1}',
    '{"anyOf":[{"type":"string"},{"type":"null"}]}',
    '{"type":["string","null"]}',
    '{"$ref":"#/$defs/x"}',
    '{"properties":{}}',
  ])("takes any way of giving a type: %s", (text) => {
    const inputSchemaText = `{"properties":{"p":${text.replace("{", '{"description":"d",')}},"$defs":{"x":{"type":"string"}}}`;
    expect(lint({ inputSchemaText })).toEqual([]);
  });

  test("that requires what it does not describe", () => {
    const inputSchemaText = schema({}, ["to"]);
    expect(lint({ inputSchemaText })).toEqual([["required_unknown", "warning", "/inputSchema/required/0"]]);
  });

  test.each([
    ["delete_file", null, false],
    ["delete_file", '{"destructiveHint":false}', true],
    ["delete_file", '{"readOnlyHint":true,"destructiveHint":true}', true],
    ["delete_file", '{"destructiveHint":true}', false],
    ["file-delete", '{"readOnlyHint":true}', true],
    ["deleteFile", '{"readOnlyHint":false}', true],
    ["undelete", null, false],
    ["list_deleted_files", null, false],
    ["get_file", '{"destructiveHint":true}', true],
    ["get_file", '{"readOnlyHint":true}', false],
    ["send_mail", '{"readOnlyHint":true,"destructiveHint":true}', true],
    ["send_mail", '{"destructiveHint":true}', false],
  ])("called %s with hints %s: mismatch %s", (name, annotationsText, mismatch) => {
    const expected = mismatch ? [["name_annotation_mismatch", "warning", "/annotations"]] : [];
    const found = lint({ name, annotationsText }).filter(([code]) => code !== "missing_hints");
    expect(found).toEqual(expected);
  });

  test("with hundreds of problems has fifty", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, {}]));
    expect(lint({ inputSchemaText: schema(many) })).toHaveLength(50);
  });
});
