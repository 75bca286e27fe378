import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Token, walkTokens } from "marked";
import { describe, expect, test } from "vitest";
import { DOC_PAGES, ERROR_MEANINGS } from "@/components/words/docs";
import { RESOURCES } from "@/lib/api/contract";
import { ERROR_STATUS } from "@/lib/core/errors";
import { answersOf, calls, examplesOf, readInfo } from "./examples";
import { anchorOf, linkTarget, pictureAddress, readMarkdown } from "./markdown-text";
import { formsOf, kindOf, limitsOf, type Schema, wordsOf } from "./wire-schema";

const FILES = [
  ...DOC_PAGES.flatMap(({ file }) => (file ? [file] : [])),
  ...readdirSync("docs/decisions").map((name) => `docs/decisions/${name}`),
];
const read = (file: string) => readFileSync(path.join(process.cwd(), file), "utf8");
const pageIn = (file: string) => readMarkdown(read(file), file);

/** Every page address with its anchors. */
const ADDRESSES = new Map<string, string[]>([
  ["/docs", []],
  ...DOC_PAGES.filter(({ file }) => file === null).map(({ slug }): [string, string[]] => [
    `/docs/${slug}`,
    [],
  ]),
  ...FILES.map((file): [string, string[]] => [
    linkTarget(path.basename(file), file) ?? file,
    pageIn(file).headings.map(({ anchor }) => anchor),
  ]),
]);

/** The link targets in tokens, as `readMarkdown` left them. */
function linksOf(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  walkTokens([...tokens], (token) => {
    if (token.type === "link") found.push(token.href);
  });
  return found;
}

describe.each(FILES)("%s", (file) => {
  const text = read(file);

  test("has one title and anchors that are unlike each other", () => {
    const { title, headings } = pageIn(file);
    expect(title).not.toBe("");
    expect(headings.filter(({ depth }) => depth === 1)).toHaveLength(1);
    expect(new Set(headings.map(({ anchor }) => anchor)).size).toBe(headings.length);
  });

  test("its links lead to pages of the product and headings that are there, or outside", () => {
    for (const href of linksOf(pageIn(file).tokens)) {
      if (/^https:|^$|^\/api\//.test(href)) continue;
      const [place = "", anchor] = href.split("#");
      const anchors = ADDRESSES.get(place || (linkTarget(path.basename(file), file) as string));
      expect(anchors, href).toBeDefined();
      if (anchor && place !== "/docs/api") expect(anchors, href).toContain(anchor);
    }
  });

  test("every example has the status it is answered with, unless it is a program", () => {
    for (const example of examplesOf(text)) {
      if (example.language === "sh") expect(example.status, example.name).toBeGreaterThan(0);
      if (example.path) expect(example.path).toMatch(/^\/api\//);
    }
    const names = examplesOf(text).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { of, text: json } of answersOf(text)) {
      expect(names).toContain(of);
      expect(() => JSON.parse(json)).not.toThrow();
    }
  });
});

test("raw HTML is refused wherever it is", () => {
  for (const text of [
    "# x\n\n<script>alert(1)</script>",
    "a <b>bold</b> word",
    "- one\n- <i>two</i>",
    "| a |\n| --- |\n| <img src=x> |",
  ])
    expect(() => readMarkdown(text, "docs/x.md")).toThrow(/raw HTML/);
  expect(readMarkdown("`<b>` and\n\n```html\n<b>\n```", "docs/x.md").headings).toEqual([]);
});

test("anchors are as GitHub makes them, and numbered when they repeat", () => {
  expect(anchorOf("When two people decide")).toBe("when-two-people-decide");
  expect(anchorOf("`POST` & more: what's up?")).toBe("post-more-whats-up");
  expect(readMarkdown("# A\n\n## B `c`\n\n## B c", "docs/x.md").headings).toEqual([
    { depth: 1, text: "A", anchor: "a" },
    { depth: 2, text: "B c", anchor: "b-c" },
    { depth: 2, text: "B c", anchor: "b-c-1" },
  ]);
});

test("links to other pages stay in the product; other files of the project lead nowhere", () => {
  expect(linkTarget("connecting.md#with-curl", "docs/deciding.md")).toBe("/docs/connecting#with-curl");
  expect(linkTarget("../gateway/README.md#lint", "docs/deciding.md")).toBe("/docs/reference-gateway#lint");
  expect(linkTarget("docs/tools.md", "CHANGELOG.md")).toBe("/docs/tools");
  expect(linkTarget("decisions/0029-passkeys.md", "docs/deciding.md")).toBe("/docs/decisions/0029-passkeys");
  expect(linkTarget("0029-passkeys.md", "docs/decisions/0030-budgets.md")).toBe(
    "/docs/decisions/0029-passkeys",
  );
  expect(linkTarget("../policies.md", "docs/decisions/0030-budgets.md")).toBe("/docs/policies");
  expect(linkTarget("#keys", "docs/deciding.md")).toBe("#keys");
  expect(linkTarget("https://example.com", "docs/deciding.md")).toBe("https://example.com");
  expect(linkTarget("../package.json", "docs/deciding.md")).toBeNull();
  expect(linkTarget("javascript:alert(1)", "docs/deciding.md")).toBeNull();
});

test("pictures are those that the product serves", () => {
  expect(pictureAddress("../public/docs/pictures/triage-issue.png")).toBe("/docs/pictures/triage-issue.png");
  for (const other of [
    "https://example.com/x.png",
    "../public/icon.svg",
    "../public/docs/pictures/../x.png",
    "images/x.png",
  ])
    expect(pictureAddress(other)).toBeNull();
});

test("an example is found by the operation it calls", () => {
  expect(readInfo('sh example="Ask, then wait" status=202')).toEqual({
    language: "sh",
    settings: { example: "Ask, then wait", status: "202" },
  });
  const [example] = examplesOf(
    '```sh example="A" status=200 save=ID:data.0.id\ncurl "$COUNTERSIGN_URL/api/v1/approvals/$ID/cancel?x=1" -d \'{}\'\n```',
  );
  expect(example).toMatchObject({ method: "post", saves: [{ variable: "ID", path: "data.0.id" }] });
  expect(example && calls(example, "post", "/api/v1/approvals/{id}/cancel")).toBe(true);
  expect(example && calls(example, "post", "/api/v1/approvals/{id}/approve")).toBe(false);
  expect(example && calls(example, "get", "/api/v1/approvals/{id}/cancel")).toBe(false);
});

test("every curl of the pages calls an operation that exists", () => {
  const curls = FILES.flatMap((file) => examplesOf(read(file))).filter(({ language }) => language === "sh");
  expect(curls.length).toBeGreaterThan(10);
  for (const example of curls) {
    const found = RESOURCES.some(({ path: place, operations }) =>
      Object.keys(operations).some((method) =>
        calls({ ...example, status: 200 }, method.toLowerCase(), place),
      ),
    );
    expect(found, example.name).toBe(true);
  }
});

test("every error code has its meaning", () => {
  expect(Object.keys(ERROR_MEANINGS).toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted());
});

test("schemas are said in words", () => {
  const text = { type: "string", minLength: 10, maxLength: 500, description: "Why." };
  expect(kindOf({ enum: ["low", "high"] })).toBe("low | high");
  expect(kindOf({ type: "array", items: { type: ["string", "null"] } })).toBe("list of string or null");
  expect(limitsOf(text)).toBe("10 to 500 characters");
  expect(limitsOf({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toBe("");
  const body: Schema = { anyOf: [{ properties: { a: text }, required: ["a"] }, { properties: { b: {} } }] };
  expect(formsOf(body).map((rows) => rows.map(({ name, required }) => [name, required]))).toEqual([
    [["a", true]],
    [["b", false]],
  ]);
  const described = {
    summary: "",
    parameters: [],
    responses: {},
    requestBody: { content: { "application/json": { schema: body } } },
  };
  expect(wordsOf(described)).toContain("a string Why.");
});
