import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { asRows, diffArguments, diffWords, flatten, needsQuotes, pathOfPointer, ROWS_SHOWN } from "./diff";
import { FOLD_BYTES, foldOf, foldsOf, LONG_CHARS } from "./folding";
import { isSecret, maskSecret, secretSpans } from "./secrets";

const diff = (before: string, after: string) => diffArguments(parseJson(before), parseJson(after));

const brief = (before: string, after: string) =>
  diff(before, after).map((row) => [row.path, row.change, row.before?.text ?? null, row.after?.text ?? null]);

/** Any acceptable JSON, as a node. */
const anyNode = fc.jsonValue({ maxDepth: 4 }).map((value): JsonNode => {
  try {
    return parseJson(JSON.stringify(value));
  } catch (error) {
    if (error instanceof JsonError) return parseJson("{}");
    throw error;
  }
});

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
      diff(JSON.stringify({ a: `${long} x y` }), JSON.stringify({ a: `z ${long}` }))[0]?.words,
    ).toBeNull();
  });
});

describe("diffWords", () => {
  test("marks the words that differ", () => {
    expect(diffWords("Pricing preview for testers", "Pricing changes on 1 December")?.[0]).toEqual({
      op: "same",
      text: "Pricing ",
    });
    expect(diffWords("one two three", "one 2 three")).toEqual([
      { op: "same", text: "one " },
      { op: "removed", text: "two" },
      { op: "added", text: "2" },
      { op: "same", text: " three" },
    ]);
  });

  test("a changed phrase is one change, its spaces included", () => {
    expect(diffWords("Pricing preview for testers", "Pricing changes on 1 December")).toEqual([
      { op: "same", text: "Pricing " },
      { op: "removed", text: "preview for testers" },
      { op: "added", text: "changes on 1 December" },
    ]);
  });

  test("gives up when nothing is shared", () => {
    expect(diffWords("seg_beta", "seg_all")).toBeNull();
  });

  test("loses and invents nothing", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "d")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const runs = diffWords(before, after);
        if (!runs) return;
        const side = (gone: string) =>
          runs
            .filter((run) => run.op !== gone)
            .map((run) => run.text)
            .join("");
        expect(side("added")).toBe(before);
        expect(side("removed")).toBe(after);
      }),
    );
  });
});

describe("secrets", () => {
  test.each([
    ["password"],
    ["apiKey"],
    ["api_key"],
    ["X-Api-Key".slice(2)],
    ["Authorization"],
    ["client_secret"],
    ["access-token"],
    ["card_number"],
    ["cvv"],
    ["Set-Cookie"],
  ])("%s is masked", (name) => {
    expect(isSecret(["config", name])).toBe(true);
    expect(maskSecret([name], "hunter2😀")).toEqual({ length: 8 });
  });

  test.each([
    ["subject"],
    ["max_tokens"],
    ["key"],
    ["author"],
    ["cardinality"],
    ["passenger"],
    ["tokenizer"],
  ])("%s is not", (name) => {
    expect(maskSecret([name], "x")).toBeNull();
  });

  test("everything under a secret's name is one", () => {
    expect(isSecret(["credentials", "user", 0])).toBe(true);
  });

  test("are found in the raw text", () => {
    const text = '{"a":1,"auth":{"token":"abc","n":42},"b":"x"}';
    expect(secretSpans(parseJson(text)).map((s) => [text.slice(s.start, s.end), s.length])).toEqual([
      ['"abc"', 3],
      ["42", 2],
    ]);
  });
});

describe("folds", () => {
  const row = (length: number) => asRows(parseJson(JSON.stringify({ a: "x".repeat(length) })))[0];
  const must = (length: number, risk: "low" | "high") => {
    const one = row(length);
    return one ? foldOf(one, risk)?.must : undefined;
  };

  test("short values stand open", () => {
    expect(must(LONG_CHARS, "high")).toBeUndefined();
  });

  test("a long value must be opened at high risk, a very long one always", () => {
    expect(must(LONG_CHARS + 1, "low")).toBe(false);
    expect(must(LONG_CHARS + 1, "high")).toBe(true);
    expect(must(FOLD_BYTES, "low")).toBe(false);
    expect(must(FOLD_BYTES + 1, "low")).toBe(true);
  });

  test("size is counted in bytes", () => {
    const one = asRows(parseJson(JSON.stringify({ a: "é".repeat(FOLD_BYTES / 2 + 1) })))[0];
    expect(one && foldOf(one, "low")?.must).toBe(true);
  });

  test("rows beyond the first are a fold of their own", () => {
    const many = asRows(parseJson(JSON.stringify(Array.from({ length: ROWS_SHOWN + 3 }, (_, i) => i))));
    expect(foldsOf(many, "critical")).toEqual([{ id: "rows", label: "3 more rows", must: true }]);
    expect(foldsOf(many, "medium")[0]?.must).toBe(false);
  });

  test("what no longer exists need not be read", () => {
    const gone = diff(JSON.stringify({ a: "x".repeat(LONG_CHARS + 1) }), "{}")[0];
    expect(gone && foldOf(gone, "critical")?.must).toBe(false);
  });
});

test("strings that would read as something else get quotes", () => {
  expect(["", " a", "12", "-1.5e3", "true", "null", "absent", "{}", "[x"].every(needsQuotes)).toBe(true);
  expect(["a", "seg_1", "12 apples", "nullable"].some(needsQuotes)).toBe(false);
});
