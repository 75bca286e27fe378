import { expect, test } from "vitest";
import { definitionFrom } from "./definition";
import { lintTool } from "./lint";

const text = { type: "string" };

function found(properties: object, apart: readonly string[] = [], required: readonly string[] = []) {
  const definition = definitionFrom({
    name: "get_page",
    description: "Returns the text of one page.",
    inputSchema: JSON.parse(JSON.stringify({ properties, required })),
    annotations: { readOnlyHint: true },
  });
  const all = definition ? lintTool(definition, { names: [], serverManaged: [], apart }) : [];
  return all.filter(({ code }) => code === "undescribed_parameter");
}

const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`part_${index}`, text]));

test("optional parameters without a description are one remark, with their number and the first names", () => {
  const nested = { type: "object", description: "The view", properties: { wide: text, "a/b": text } };
  const [one, ...others] = found({ ...many, view: nested });
  expect(others).toEqual([]);
  expect(one).toMatchObject({ severity: "info", pointer: "/inputSchema/properties" });
  expect(one?.message).toContain(
    '42 parameters have no description of their own: "part_0", "part_1", "part_2", "part_3", "part_4", "part_5" and 36 more.',
  );
  expect(one?.fields).toHaveLength(42);
  expect(one?.fields).toContain("view.a/b");
});

test("one alone has its remark where it is, and required ones each a warning", () => {
  expect(found({ part: text })).toMatchObject([
    { severity: "info", pointer: "/inputSchema/properties/part" },
  ]);
  expect(found({ a: text, b: text, c: text, d: text }, [], ["a", "b"])).toMatchObject([
    { severity: "warning", fields: ["a"] },
    { severity: "warning", fields: ["b"] },
    { severity: "info", fields: ["c", "d"] },
  ]);
});

test("what another remark is about is not named again", () => {
  const [one] = found({ a: text, b: text, filter: { type: "object" } });
  expect(one?.fields).toEqual(["a", "b"]);
});

test("what has a remark of its own keeps it", () => {
  const nested = { type: "object", description: "The view", properties: { wide: text, high: text } };
  const apart = ["/inputSchema/properties/b", "/inputSchema/properties/view/properties"];
  expect(found({ a: text, b: text, c: text, view: nested }, apart)).toMatchObject([
    { pointer: "/inputSchema/properties", fields: ["a", "c"] },
    { pointer: "/inputSchema/properties/b", fields: ["b"] },
    { pointer: "/inputSchema/properties/view/properties", fields: ["view.wide", "view.high"] },
  ]);
  expect(found({ a: text, b: text }, ["/inputSchema/properties"])).toHaveLength(1);
});
