import { describe, expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { lintTool } from "./lint";

const NAMES = ["print_page", "get_layout_schema"];

/** The parameters flagged as objects with unknown property names. */
function openIn(
  words: string,
  { name = "layout", description = "Prints a page on the given printer." } = {},
) {
  const tool: Json = {
    name: "print_page",
    description,
    inputSchema: { type: "object", properties: { [name]: { type: "object", description: words } } },
    annotations: { readOnlyHint: false, destructiveHint: true },
  };
  const definition = definitionFrom(tool);
  const found = definition ? lintTool(definition, { names: NAMES, serverManaged: [] }) : [];
  return found.filter(({ code }) => code === "no_cheatsheet").flatMap(({ fields }) => fields);
}

describe("properties of any name", () => {
  test.each([
    "How to set the page",
    "Options for the layout",
    "The whole layout (required when it changes)",
    "What the printer should see to",
  ])("are a riddle where the words stop there: %s", (words) => expect(openIn(words)).toEqual(["layout"]));

  test.each([
    "Layout fields; use getLayout to discover the required ones",
    "Passed on as it is. See printer_help(page) for the fields of each printer.",
    "The fields that get_layout_schema returns",
    "Refer to the printer's manual",
  ])("are written down where the words say so: %s", (words) => expect(openIn(words)).toEqual([]));

  test.each([
    "Prints a page. For a complete list of properties see [the manual](https://printers.example/layout).",
    "Prints a page in the [layout format](https://printers.example/format).",
  ])("are in the format that the tool links to: %s", (description) =>
    expect(openIn("Options for the layout", { description })).toEqual([]),
  );

  test("are not in a page that is linked for another purpose", () =>
    expect(
      openIn("Options for the layout", { description: "Prints a page (see https://printers.example/buy)." }),
    ).toEqual(["layout"]));

  test("are known of HTTP headers", () =>
    expect(openIn("Additional HTTP headers", { name: "headers" })).toEqual([]));
});
