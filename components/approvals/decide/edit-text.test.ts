import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/core/json/canonical";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { indent, placeOf, readEdited } from "./edit-text";

test("names the line and column of a fault", () => {
  const typed = '{\n  "a": 1,\n  "a": 2\n}';
  const read = readEdited("{}", typed);
  expect(read.ok).toBe(false);
  if (read.ok) return;
  expect(read.message).toContain("appears twice");
  expect(placeOf(typed, read.offset).line).toBe(3);
});

test("wants an object", () => {
  expect(readEdited("{}", "[1]").ok).toBe(false);
});

test("lists what changed, and nothing when only white space did", () => {
  const same = readEdited('{"n":9007199254740993,"s":"x"}', '{ "s": "x",\n "n": 9007199254740993 }');
  expect(same).toEqual({ ok: true, changes: [] });
  const changed = readEdited('{"n":9007199254740993}', '{"n":9007199254740992}');
  expect(changed.ok && changed.changes.map((row) => [row.path, row.change])).toEqual([["n", "changed"]]);
});

test("spreading the text over lines changes no value and no digit", () => {
  expect(indent('{"a":[1.00,{"b":"\\u0041"}],"c":{},"d":[]}')).toBe(
    '{\n  "a": [\n    1.00,\n    {\n      "b": "\\u0041"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      try {
        expect(canonicalJson(parseJson(indent(text)))).toBe(canonicalJson(parseJson(text)));
      } catch (error) {
        if (!(error instanceof JsonError)) throw error;
      }
    }),
  );
});
