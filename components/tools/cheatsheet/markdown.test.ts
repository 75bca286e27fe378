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
});
