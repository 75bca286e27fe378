import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { diffArguments } from "./diff";
import { flatten } from "./leaves";

const diff = (before: string, after: string) => diffArguments(parseJson(before), parseJson(after));

const brief = (before: string, after: string) =>
  diff(before, after).map((row) => [row.path, row.change, row.before?.text ?? null, row.after?.text ?? null]);

const anyNode = fc.jsonValue({ maxDepth: 4 }).map((value): JsonNode => {
  try {
    return parseJson(JSON.stringify(value));
  } catch (error) {
    if (error instanceof JsonError) return parseJson("{}");
    throw error;
  }
});

describe("diffArguments", () => {
  test("tells absent, null, empty text and zero apart", () => {
    expect(brief('{"a":null,"b":"","c":0}', '{"b":null,"c":"","d":""}')).toEqual([
      ["a", "removed", "null", null],
      ["b", "changed", "", "null"],
      ["c", "changed", "0", ""],
      ["d", "added", null, ""],
    ]);
  });

  test("compares numbers by their digits and strings by their characters", () => {
    expect(
      brief('{"a":9007199254740992,"b":1,"c":"\\u0041"}', '{"a":9007199254740993,"b":1.0,"c":"A"}'),
    ).toEqual([
      ["a", "changed", "9007199254740992", "9007199254740993"],
      ["b", "changed", "1", "1.0"],
      ["c", "same", "A", "A"],
    ]);
  });

  test("does not mind the order of keys", () => {
    expect(
      diff('{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}').every((r) => r.change === "same"),
    ).toBe(true);
  });

  test("shows a value that became a container, and a container that emptied", () => {
    expect(brief('{"a":"x","b":{"c":1}}', '{"a":{"k":"x"},"b":{}}')).toEqual([
      ["a", "removed", "x", null],
      ["b.c", "removed", "1", null],
      ["a.k", "added", null, "x"],
      ["b", "added", null, "{}"],
    ]);
  });

  test("matches items by index and puts a removed one behind the one it followed", () => {
    expect(brief('{"to":["a","b","c"],"z":1}', '{"to":["a","x"],"z":1}')).toEqual([
      ["to[0]", "same", "a", "a"],
      ["to[1]", "changed", "b", "x"],
      ["to[2]", "removed", "c", null],
      ["z", "same", "1", "1"],
    ]);
  });

  test("accounts for every leaf of both sides exactly once", () => {
    fc.assert(
      fc.property(anyNode, anyNode, (before, after) => {
        const rows = diffArguments(before, after);
        const pointers = (leaves: { pointer: string }[]) => leaves.map((one) => one.pointer).sort();
        expect(pointers(rows.flatMap((row) => row.before ?? []))).toEqual(pointers(flatten(before)));
        expect(rows.flatMap((row) => row.after ?? [])).toEqual(flatten(after));
      }),
    );
  });

  test("finds nothing between a value and itself", () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        expect(diffArguments(node, node).every((row) => row.change === "same")).toBe(true);
      }),
    );
  });

  test("stays affordable at the largest arguments we accept", () => {
    const wide = (word: string) =>
      `{${Array.from({ length: 19_000 }, (_, i) => `"k${i}":"${word} ${i} ${word}"`).join(",")}}`;
    expect(diff(wide("old words"), wide("new words")).length).toBe(19_000);
    const long = Array.from({ length: 20_000 }, (_, i) => `w${i % 7}`).join(" ");
    expect(
      diff(JSON.stringify({ a: `${long} x y` }), JSON.stringify({ a: `z ${long}` }))[0]?.words?.map(
        (run) => run.op,
      ),
    ).toEqual(["added", "same", "removed"]);
  });

  test("marks strings whole once comparing them all would take too long", () => {
    const text = (word: string) =>
      Array.from({ length: 600 }, (_, i) => (i % 2 ? "and" : `${word}${i}`)).join(" ");
    const many = (word: string) => JSON.stringify(Array.from({ length: 60 }, () => text(word)));
    const rows = diff(many("old"), many("new"));
    expect(rows.filter((row) => row.words === null).length).toBeGreaterThan(0);
  });
});
