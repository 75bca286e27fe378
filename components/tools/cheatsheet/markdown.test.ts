import { describe, expect, test } from "vitest";
import { readMarkdown, spansOf } from "./markdown";

describe("a cheatsheet's Markdown", () => {
  test("has headings, paragraphs, lists, code, quotes, tables and rules", () => {
    const text = [
      "# Mail",
      "Two lines",
      "of one paragraph.",
      "",
      "- one",
      "  - two",
      "  goes on",
      "1. first",
      "```json",
      '{"a": "# no heading"}',
      "```",
      "> said",
      "> twice",
      "---",
      "| a | b |",
      "| - | :-: |",
      "| 1 | `x` |",
    ].join("\n");
    expect(readMarkdown(text).map(({ kind }) => kind)).toEqual([
      "heading",
      "paragraph",
      "list",
      "code",
      "quote",
      "rule",
      "table",
    ]);
    const [, paragraph, list, code] = readMarkdown(text);
    expect(paragraph).toMatchObject({ spans: [{ text: "Two lines of one paragraph." }] });
    expect(list).toMatchObject({
      items: [{ depth: 0 }, { depth: 1, spans: [{ text: "two goes on" }] }, { depth: 0 }],
    });
    expect(code).toMatchObject({ language: "json", text: '{"a": "# no heading"}' });
  });

  test("keeps HTML and unclosed marks as text", () => {
    expect(readMarkdown("<script>alert(1)</script>")).toEqual([
      { kind: "paragraph", spans: [{ kind: "text", text: "<script>alert(1)</script>" }] },
    ]);
    expect(spansOf("2 * 3 * 4 and **open")).toEqual([{ kind: "text", text: "2 * 3 * 4 and **open" }]);
    expect(spansOf("snake_case_name")).toEqual([{ kind: "text", text: "snake_case_name" }]);
  });

  test("shows looks and addresses", () => {
    expect(spansOf("`a` **b** _c_ [d](javascript:alert(1)) e")).toMatchObject([
      { kind: "code", text: "a" },
      { kind: "text" },
      { kind: "strong", text: "b" },
      { kind: "text" },
      { kind: "em", text: "c" },
      { kind: "text" },
      { kind: "link", text: "d", address: "javascript:alert(1" },
      { kind: "text" },
    ]);
  });

  test("ends, whatever it is given", () => {
    for (const text of [
      "",
      "\n\n",
      "```",
      "> ",
      "|",
      "|\n-",
      "- ",
      "#",
      "***",
      "* ".repeat(5_000),
      "[".repeat(250_000),
      "*a".repeat(100_000),
    ])
      expect(Array.isArray(readMarkdown(text))).toBe(true);
  });

  test.each([
    ["spaces behind a heading", (n: number) => `# x${" ".repeat(n)}y`],
    ["marks behind a heading", (n: number) => `# x${"#".repeat(n)}y`],
    ["spaces behind a fence", (n: number) => `\`\`\`${" ".repeat(n)}\``],
    ["spaces before what is no delimiter", (n: number) => `a|b\n${" ".repeat(n)}x`],
    ["dashes before what is no delimiter", (n: number) => `a|b\n${"|-".repeat(n / 2)}x`],
    ["spaces in an item", (n: number) => `- ${" ".repeat(n)}x\u2028`],
    ["many fences", (n: number) => "```\n".repeat(n / 4)],
    ["brackets that do not close", (n: number) => "[a](".repeat(n / 4)],
  ])("is read in time that grows with its length alone: %s", (_, make) => {
    // A quadratic parser would take minutes for this input.
    expect(readMarkdown(make(400_000)).length).toBeGreaterThan(0);
  });

  test("takes a line that is too long for a heading, an item or a row as text", () => {
    const long = "a".repeat(3_000);
    for (const line of [`# ${long}`, `- ${long}`, `| ${long} |\n| - |`, `\`\`\`${long}`])
      expect(readMarkdown(line)[0]?.kind).toBe("paragraph");
  });

  test("keeps the marks of a heading that is nothing else, and drops those behind one", () => {
    expect(readMarkdown("## Mail ##")).toMatchObject([{ level: 2, spans: [{ text: "Mail" }] }]);
    expect(readMarkdown("# #")).toMatchObject([{ level: 1, spans: [{ text: "#" }] }]);
    expect(readMarkdown("#Mail")).toMatchObject([{ kind: "paragraph" }]);
  });
});
