import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { annotate } from "@/lib/core/text/annotate";
import type { TextSegment } from "@/lib/core/text/types";
import { flatten, needsQuotes, pathOfPointer } from "./leaves";

const INVISIBLE =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]|(?! )[\p{Z}\p{White_Space}]/u;

const joined = (segments: TextSegment[]) => segments.map((segment) => segment.text).join("");

const shown = (segments: TextSegment[]) =>
  segments.map((segment) => (segment.kind === "escape" ? segment.label : segment.text)).join("");

describe("flatten", () => {
  test("keeps order, exact literals and empty containers", () => {
    const text =
      '{"n":9007199254740993,"e":1e400,"z":-0.10,"s":"","l":[],"o":{},"x":null,"t":[true,{"a b":"v"}]}';
    expect(flatten(parseJson(text)).map((one) => [one.path, one.kind, one.text])).toEqual([
      ["n", "number", "9007199254740993"],
      ["e", "number", "1e400"],
      ["z", "number", "-0.10"],
      ["s", "string", ""],
      ["l", "array", "[]"],
      ["o", "object", "{}"],
      ["x", "null", "null"],
      ["t[0]", "boolean", "true"],
      ['t[1]["a b"]', "string", "v"],
    ]);
  });

  test("gives every leaf a pointer of its own, however odd the names", () => {
    const leaves = flatten(parseJson('{"a.b":1,"a":{"b":2,"0":3},"a/0":[4],"":5,"a[0]":6}'));
    expect(new Set(leaves.map((one) => one.pointer)).size).toBe(leaves.length);
    expect(new Set(leaves.map((one) => one.path)).size).toBe(leaves.length);
  });
});

test("a pointer reads as a path", () => {
  expect(pathOfPointer("/to/1/a~1b")).toBe('to[1]["a/b"]');
  expect(pathOfPointer("")).toBe("");
});

test("every code point of the arguments is on the page as text or visible escape", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), (value) => {
      const text = JSON.stringify(value);
      if (/\\u0000|\\ud[89a-f]|__proto__/i.test(text)) return;
      const page = flatten(parseJson(text)).map((leaf) => ({
        path: annotate(leaf.path),
        value: annotate(leaf.text, { edges: true }),
      }));
      const entries = Object.entries(value);
      if (entries.length === 0) return;
      const sent = flatten(parseJson(text));
      expect(page.map((row) => joined(row.value))).toEqual(sent.map((leaf) => leaf.text));
      expect(page.map((row) => joined(row.path))).toEqual(sent.map((leaf) => leaf.path));
      for (const row of page) {
        expect(INVISIBLE.test(shown(row.path))).toBe(false);
        expect(INVISIBLE.test(shown(row.value))).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test("strings that would read as something else get quotes", () => {
  expect(["", " a", "12", "-1.5e3", "true", "null", "absent", "{}", "[x"].every(needsQuotes)).toBe(true);
  expect(["a", "seg_1", "12 apples", "nullable"].some(needsQuotes)).toBe(false);
});
