import { expect, test } from "vitest";
import { violationsOf } from "../proxy/violations";
import { parseRows } from "./messages";

const schema = {
  type: "object",
  properties: {
    to: { type: "array", items: { type: "string", maxLength: 5 }, minItems: 1 },
    mode: { type: "string", enum: ["fast", "safe"] },
    count: { type: "integer", minimum: 1 },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    nested: { type: "object", required: ["id"] },
  },
  required: ["to"],
  additionalProperties: false,
};

test.each([
  [{ to: undefined }, "/to", "required"],
  [{ to: "a" }, "/to", "type"],
  [{ to: [] }, "/to", "minItems"],
  [{ to: ["a", 7] }, "/to/1", "type"],
  [{ to: ["abcdef"] }, "/to/0", "maxLength"],
  [{ mode: "slow" }, "/mode", "enum"],
  [{ count: 0 }, "/count", "minimum"],
  [{ note: 5 }, "/note", "type"],
  [{ nested: {} }, "/nested/id", "required"],
  [{ extra: 1 }, "/extra", "additionalProperties"],
])("what the reference gateway reports of %j is read", (value, path, keyword) => {
  const sent = JSON.stringify({ to: ["a"], ...value });
  expect(parseRows(violationsOf(schema, sent), JSON.parse(sent))).toMatchObject([{ path, keyword }]);
});
