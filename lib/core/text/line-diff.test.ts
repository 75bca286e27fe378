import { describe, expect, test } from "vitest";
import { lineBlocks } from "./line-diff";

describe("lineBlocks", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

  test("numbers the lines of both sides and folds what is far from a change", () => {
    const before = lines(1, 20).join("\n");
    const after = [...lines(1, 9), "changed", ...lines(11, 20)].join("\n");
    const blocks = lineBlocks(before, after);
    expect(blocks.map(({ folded, lines: all }) => [folded, all.length])).toEqual([
      [true, 6],
      [false, 8],
      [true, 7],
    ]);
    expect(blocks[1]?.lines.filter(({ op }) => op !== "same")).toEqual([
      { op: "removed", text: "line 10", before: 10, after: null },
      { op: "added", text: "changed", before: null, after: 10 },
    ]);
  });

  test("does not fold a few lines between two changes", () => {
    const text = (first: string, second: string) => [first, ...lines(1, 8), second].join("\n");
    expect(lineBlocks(text("a", "b"), text("A", "B")).map(({ folded }) => folded)).toEqual([false]);
  });

  test("shows an empty text as no line at all", () => {
    expect(lineBlocks("", "one\n").flatMap((block) => block.lines)).toEqual([
      { op: "added", text: "one", before: null, after: 1 },
    ]);
  });

  test("keeps empty lines", () => {
    const [block] = lineBlocks("a\n\nb", "a\n\nc");
    expect(block?.lines.map(({ op, text }) => [op, text])).toEqual([
      ["same", "a"],
      ["same", ""],
      ["removed", "b"],
      ["added", "c"],
    ]);
  });
});
