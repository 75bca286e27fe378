import { expect, test } from "vitest";
import { fieldsOf } from "@/lib/arguments/form";
import { begun, type Draft, editedText, flatFields } from "./draft";

const SCHEMA = JSON.stringify({
  properties: {
    n: { type: "integer" },
    s: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    o: { type: "object", properties: { k: { type: "number" } } },
    e: { enum: ["a", "b"] },
  },
});
const TEXT = '{"n": 9007199254740993, "s":"x", "tags":["\\u0041","b"], "big":1e400}';

function edit(drafts: Record<string, Draft>) {
  const fields = fieldsOf(TEXT, SCHEMA);
  return editedText(TEXT, fields, new Map(Object.entries(drafts)));
}

test("an untouched form is the same bytes", () => {
  expect(edit({}).text).toBe(TEXT);
});

test("one touched field leaves the digits and escapes of all others", () => {
  expect(edit({ "/s": { to: "text", text: "y" } }).text).toBe(TEXT.replace('"x"', '"y"'));
  const kept = { text: "A", literal: '"\\u0041"' };
  const tags = edit({ "/tags": { to: "items", items: [kept, { text: "c", literal: null }] } });
  expect(tags.text).toBe(TEXT.replace('["\\u0041","b"]', '["\\u0041","c"]'));
});

test("what is no value is named and changes nothing", () => {
  const { text, faults } = edit({ "/n": { to: "text", text: "1.5" }, "/s": { to: "null" } });
  expect([...faults]).toEqual(["/n"]);
  expect(text).toBe(TEXT.replace('"x"', "null"));
});

test("a field within an object that is not there brings the object along", () => {
  expect(edit({ "/o/k": { to: "text", text: "1.50" } }).text).toContain('"o":{"k":1.50}');
});

test("every kind can be begun with a value that fits, but for empty numbers", () => {
  const fields = flatFields(fieldsOf("{}", SCHEMA));
  const faults = fields.flatMap((field) => [
    ...editedText("{}", fields, new Map([[field.pointer, begun(field)]])).faults,
  ]);
  expect(faults).toEqual(["/n", "/o/k"]);
});
