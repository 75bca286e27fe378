import { expect, test } from "vitest";
import { violationsOf } from "./violations";

const schema = {
  type: "object",
  properties: {
    to: { type: "array", items: { type: "string", maxLength: 5 }, minItems: 1 },
    mode: { type: "string", enum: ["fast", "safe"] },
    count: { type: "integer", minimum: 1, maximum: 9 },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    nested: { $ref: "#/$defs/nested" },
    "a/b": { type: "boolean" },
    anything: true,
    odd: { type: "file" },
  },
  required: ["to"],
  additionalProperties: false,
  $defs: {
    nested: {
      type: "object",
      properties: { at: { $ref: "#/$defs/nested" }, id: { const: 7 } },
      required: ["id"],
    },
  },
};

const of = (value: object) => violationsOf(schema, JSON.stringify({ to: ["a"], ...value }));

test("arguments that fit, or that no plain rule judges, are not reported", () => {
  for (const value of [
    {},
    { mode: "safe", count: 1, note: null, nested: { id: 7, at: { id: 7 } }, "a/b": true },
    { anything: [{}], odd: 5 },
  ])
    expect(of(value)).toEqual([]);
  for (const odd of [
    true,
    null,
    { $ref: "#" },
    { $ref: "https://elsewhere.example/x" },
    { allOf: [{ $ref: "#" }] },
  ])
    expect(violationsOf(odd, "{}")).toEqual([]);
});

test.each([
  [{ to: undefined }, "", 'must have required property "to"'],
  [{ to: "a" }, "/to", "must be array"],
  [{ to: [] }, "/to", "must NOT have fewer than 1 items"],
  [{ to: ["a", 7] }, "/to/1", "must be string"],
  [{ to: ["abcdef"] }, "/to/0", "must NOT have more than 5 characters"],
  [{ mode: "slow" }, "/mode", 'must be one of: "fast", "safe"'],
  [{ count: 1.5 }, "/count", "must be integer"],
  [{ count: 0 }, "/count", "must be >= 1"],
  [{ count: 10 }, "/count", "must be <= 9"],
  [{ note: 5 }, "/note", "must be string or null"],
  [{ nested: {} }, "/nested", 'must have required property "id"'],
  [{ nested: { id: 7, at: { id: 8 } } }, "/nested/at/id", "must be one of: 7"],
  [{ "a/b": "x" }, "/a~1b", "must be boolean"],
  [{ extra: 1 }, "/extra", "is not allowed"],
])("of %j the place and the rule are reported", (value, path, message) => {
  expect(of(value)).toEqual([{ path, message }]);
});

test("a definition that branches without end costs no more than a bounded number of steps", () => {
  const branching = { anyOf: [{ $ref: "#" }, { $ref: "#" }, { $ref: "#" }] };
  expect(violationsOf(branching, '{"a":1}')).toEqual([]);
  const many = violationsOf(schema, JSON.stringify({ to: Array(500).fill(1) }));
  expect(many).toHaveLength(20);
});
