import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { DOC_PAGES, ERROR_MEANINGS } from "@/components/words/docs";
import { RESOURCES } from "@/lib/api/contract";
import { ERROR_STATUS } from "@/lib/core/errors";
import { answersOf, calls, examplesOf, readInfo } from "./examples";
import { anchorOf, linkTarget, pictureAddress, readMarkdown } from "./markdown-text";
import { formsOf, kindOf, limitsOf, type Schema, wordsOf } from "./wire-schema";

const PAGES = DOC_PAGES.filter(({ slug }) => slug !== "api").map(({ slug }) => slug);
const read = (slug: string) => readFileSync(path.join(process.cwd(), "docs", `${slug}.md`), "utf8");

describe.each(PAGES)("docs/%s.md", (slug) => {
  const text = read(slug);

  test("has one title and anchors that are unlike each other", () => {
    const { title, headings } = readMarkdown(text);
    expect(title).not.toBe("");
    expect(headings.filter(({ depth }) => depth === 1)).toHaveLength(1);
    expect(new Set(headings.map(({ anchor }) => anchor)).size).toBe(headings.length);
  });

  test("its links lead to pages of the product, into itself or outside", () => {
    const links = [...text.replace(/```[\s\S]*?```/g, "").matchAll(/\]\(([^)]+)\)/g)].map(
      ([, href]) => href ?? "",
    );
    const anchors = readMarkdown(text).headings.map(({ anchor }) => `#${anchor}`);
    for (const href of links) {
      const target = linkTarget(href);
      if (target?.startsWith("/docs/"))
        expect(PAGES.map((page) => `/docs/${page}`)).toContain(target.replace(/#.*/, ""));
      if (target?.startsWith("#")) expect(anchors).toContain(target);
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
  expect(() => readMarkdown("# x\n\n<script>alert(1)</script>")).toThrow(/raw HTML/);
  expect(() => readMarkdown("a <b>bold</b> word")).toThrow(/raw HTML/);
  expect(() => readMarkdown("- one\n- <i>two</i>")).toThrow(/raw HTML/);
  expect(() => readMarkdown("| a |\n| --- |\n| <img src=x> |")).toThrow(/raw HTML/);
  expect(readMarkdown("`<b>` and\n\n```html\n<b>\n```").headings).toEqual([]);
});

test("anchors are as GitHub makes them, and numbered when they repeat", () => {
  expect(anchorOf("When two people decide")).toBe("when-two-people-decide");
  expect(anchorOf("`POST` & more: what's up?")).toBe("post-more-whats-up");
  expect(readMarkdown("# A\n\n## B `c`\n\n## B c").headings).toEqual([
    { depth: 1, text: "A", anchor: "a" },
    { depth: 2, text: "B c", anchor: "b-c" },
    { depth: 2, text: "B c", anchor: "b-c-1" },
  ]);
});

test("links to other pages stay in the product; files of the project lead nowhere", () => {
  expect(linkTarget("connecting.md#with-curl")).toBe("/docs/connecting#with-curl");
  expect(linkTarget("#keys")).toBe("#keys");
  expect(linkTarget("https://example.com")).toBe("https://example.com");
  expect(linkTarget("../gateway/README.md")).toBeNull();
  expect(linkTarget("javascript:alert(1)")).toBeNull();
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
  const curls = PAGES.flatMap((slug) => examplesOf(read(slug))).filter(({ language }) => language === "sh");
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
