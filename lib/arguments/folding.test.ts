import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { asRows, diffArguments } from "./diff";
import { FOLD_BYTES, foldOf, foldsOf, LONG_CHARS, ROWS_SHOWN } from "./folding";

const diff = (before: string, after: string) => diffArguments(parseJson(before), parseJson(after));

describe("folds", () => {
  const row = (length: number) => asRows(parseJson(JSON.stringify({ a: "x".repeat(length) })))[0];
  const must = (length: number, risk: "low" | "medium" | "high") => {
    const one = row(length);
    return one ? foldOf(one, risk)?.must : undefined;
  };

  test("short values are shown whole", () => {
    expect(must(LONG_CHARS, "high")).toBeUndefined();
  });

  test("a long value must be opened above low risk, a very long one always", () => {
    expect(must(LONG_CHARS + 1, "low")).toBe(false);
    expect(must(LONG_CHARS + 1, "medium")).toBe(true);
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
    expect(foldsOf(many, "medium")[0]?.must).toBe(true);
    expect(foldsOf(many, "low")[0]?.must).toBe(false);
  });

  test("what no longer exists need not be read", () => {
    const gone = diff(JSON.stringify({ a: "x".repeat(LONG_CHARS + 1) }), "{}")[0];
    expect(gone && foldOf(gone, "critical")?.must).toBe(false);
  });
});
