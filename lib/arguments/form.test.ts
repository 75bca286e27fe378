import { describe, expect, test } from "vitest";
import { fieldsOf } from "./form";

const SCHEMA = JSON.stringify({
  type: "object",
  required: ["to", "count"],
  properties: {
    to: { type: "string", description: "Who gets it" },
    count: { type: "integer" },
    rate: { type: "number" },
    track: { type: "boolean" },
    priority: { enum: ["low", "high", 3] },
    tags: { type: "array", items: { type: "string" } },
    at: { type: ["string", "null"] },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    options: { type: "object", properties: { retries: { $ref: "#/$defs/n" } } },
    either: { oneOf: [{ type: "string" }, { type: "object" }] },
    rows: { type: "array", items: { type: "object" } },
  },
  $defs: { n: { type: "integer", description: "How often" } },
});

const byName = (text: string, schema: string | null = SCHEMA) =>
  new Map(fieldsOf(text, schema).map((field) => [field.name, field]));

describe("the form", () => {
  test("has a control for each kind the definition knows, and JSON where it leaves a choice", () => {
    const fields = byName('{"to":"a"}');
    expect([...fields].map(([name, field]) => [name, field.kind])).toEqual([
      ["to", "string"],
      ["count", "integer"],
      ["rate", "number"],
      ["track", "boolean"],
      ["priority", "enum"],
      ["tags", "list"],
      ["at", "string"],
      ["note", "string"],
      ["options", "object"],
      ["either", "json"],
      ["rows", "json"],
    ]);
    expect(fields.get("to")).toMatchObject({ required: true, description: "Who gets it", nullable: false });
    expect(fields.get("at")?.nullable).toBe(true);
    expect(fields.get("note")?.nullable).toBe(true);
    expect(fields.get("priority")?.options).toEqual(['"low"', '"high"', "3"]);
    expect(fields.get("options")?.children[0]).toMatchObject({ kind: "integer", description: "How often" });
  });

  test("shows exact digits, and keeps absent, null and empty apart", () => {
    const fields = byName('{"count":9007199254740993,"at":null,"to":"","extra":[1]}');
    expect(fields.get("count")?.now).toMatchObject({ state: "value", text: "9007199254740993" });
    expect(fields.get("at")?.now).toEqual({ state: "null" });
    expect(fields.get("to")?.now).toMatchObject({ state: "value", text: "" });
    expect(fields.get("rate")?.now).toEqual({ state: "absent" });
    expect(fields.get("extra")).toMatchObject({ described: false, kind: "json" });
  });

  test("takes a value that does not fit its definition as JSON", () => {
    expect(byName('{"count":"3"}').get("count")).toMatchObject({ kind: "json", now: { text: '"3"' } });
    expect(byName('{"count":1.5}').get("count")?.kind).toBe("json");
    expect(byName('{"tags":["a",1]}').get("tags")?.kind).toBe("json");
  });

  test("follows a reference that is written as in an address", () => {
    const schema =
      '{"properties":{"a":{"$ref":"#/$defs/Page%3Cx%3E"}},"$defs":{"Page<x>":{"type":"boolean"}}}';
    expect(byName("{}", schema).get("a")?.kind).toBe("boolean");
  });

  test("follows what was sent where there is no definition, or none that can be read", () => {
    for (const schema of [null, "not json", '{"$ref":"#/loop"}']) {
      const fields = byName('{"s":"x","n":1,"b":true,"l":["a"],"o":{"k":1},"z":null}', schema);
      expect([...fields].map(([name, field]) => [name, field.kind])).toEqual([
        ["s", "string"],
        ["n", "number"],
        ["b", "boolean"],
        ["l", "list"],
        ["o", "object"],
        ["z", "json"],
      ]);
    }
    expect(byName("{}", '{"properties":{"a":{"$ref":"#/properties/a"}}}').get("a")?.kind).toBe("json");
  });
});
