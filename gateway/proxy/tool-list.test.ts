import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { usableTools } from "./tool-list";

const FOLDER = join(import.meta.dirname, "..", "..", "sample", "catalogues");
const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));

test("the tools of 17 published servers pass as they are", () => {
  expect(files).toHaveLength(17);
  for (const file of files) {
    const { tools } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as { tools: { name: string }[] };
    expect(usableTools(tools)).toEqual({ tools, odd: [] });
  }
});

const OPEN = { type: "object" };

test.each([
  [{ name: "a" }, "mended", "it has no inputSchema"],
  [{ name: "a", inputSchema: {} }, "mended", 'inputSchema lacks "type": "object"'],
  [{ name: "a", inputSchema: OPEN, description: null }, "mended", "description is null"],
  [{ name: "a", inputSchema: OPEN, title: 7 }, "mended", "title is of a form that MCP does not have"],
  [
    { name: "a", inputSchema: OPEN, annotations: { readOnlyHint: "yes" } },
    "mended",
    "readOnlyHint is of a form",
  ],
  [
    { name: "a", inputSchema: { ...OPEN, properties: { b: 1 } } },
    "mended",
    "properties of inputSchema are not",
  ],
  [{ name: "a", inputSchema: { ...OPEN, required: "b" } }, "mended", "required of inputSchema is not a list"],
  [{ name: "a", inputSchema: OPEN, outputSchema: { type: "array" } }, "mended", "outputSchema is left out"],
  [{ name: "a", inputSchema: OPEN, outputSchema: {} }, "mended", "outputSchema is left out"],
  [{ name: "a", inputSchema: OPEN, outputSchema: { $ref: "#/$defs/b" } }, "mended", "outputSchema lacks"],
  [{ name: "a", inputSchema: { type: "string" } }, "left out", "its inputSchema takes no object"],
  [{ name: " ", inputSchema: OPEN }, "left out", "it has no name"],
  [null, "left out", "it is not an object"],
])("%j is %s", (tool, done, problem) => {
  const fine = { name: "fine", inputSchema: OPEN };
  const { tools, odd } = usableTools([fine, tool]);
  expect(odd).toMatchObject([{ done, problems: [expect.stringContaining(problem)] }]);
  expect(tools[0]).toEqual(fine);
  expect(tools).toHaveLength(done === "mended" ? 2 : 1);
});

test("of several tools with one name the first is kept, and the log can name the other", () => {
  const [first, other] = [
    { name: "copy", inputSchema: OPEN, description: "1" },
    { name: "other", inputSchema: OPEN },
  ];
  const { tools, odd } = usableTools([first, other, { ...first, description: "2" }]);
  expect(tools).toEqual([first, other]);
  expect(odd).toEqual([
    { tool: "copy", done: "left out", problems: ["the list has an earlier tool of this name"] },
  ]);
});

test("a tool without a name is named by its place", () => {
  expect(usableTools([{ inputSchema: OPEN }]).odd[0]?.tool).toBe("number 1");
});
