import { Lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { fencedCode, inlineCode } from "./markdown";

const HOSTILE = [
  "[Reset your password](https://evil.example)",
  "![x](https://evil.example/pixel.png)",
  "<img src=x onerror=alert(1)><script>alert(1)</script>",
  "https://evil.example www.evil.example a@evil.example @everyone #1",
  "` [a](https://evil.example) `",
  "`` ` ``` [a](https://evil.example) ``",
  "`",
  "\\` [a](https://evil.example)",
  "\n# Heading\n- [a](https://evil.example)",
  "\r\n\r\n> quoted\n\n---\n| a | b |",
  "```\n[a](https://evil.example)\n```\n# out",
  "~~~\n# out\n~~~",
  "````\n```\n# out",
  "a | b \u202e\u2028# c",
  " ",
];

function kindsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => [
    token.type,
    ...kindsOf("tokens" in token ? (token.tokens ?? []) : []),
    ...("items" in token ? token.items.flatMap((item: { tokens: Token[] }) => kindsOf(item.tokens)) : []),
  ]);
}

test.each(HOSTILE)("as a code span, nothing in %j is markup", (text) => {
  const line = `- ${inlineCode(text)} · ${inlineCode(text)} · [Open](https://ours.example/)`;
  const tokens = Lexer.lex(line);
  const kinds = kindsOf(tokens);
  expect(new Set(kinds)).toEqual(
    new Set(text.trim() === "" ? ["list", "text", "link"] : ["list", "text", "codespan", "link"]),
  );
  expect(kinds.filter((kind) => kind === "link")).toHaveLength(1);
  expect(JSON.stringify(tokens)).toContain('"href":"https://ours.example/"');
});

test.each(HOSTILE)("as a block of code, %j ends where we end it", (text) => {
  const tokens = Lexer.lex(`before\n\n${fencedCode(text)}\n\nafter`);
  const kinds = tokens.map(({ type }) => type).filter((type) => type !== "space");
  expect(kinds).toEqual(["paragraph", "code", "paragraph"]);
  expect(tokens.at(-1)).toMatchObject({ raw: "after" });
});

test("what cannot be seen is written out", () => {
  expect(inlineCode("a\u202eb\nc")).toBe("`a⟨U+202E⟩b⟨LF⟩c`");
  expect(fencedCode("a\tb\u200b\nc", "json")).toBe("```json\na  b⟨U+200B⟩\nc\n```");
});
