import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordRuns } from "./word-diff";

describe("wordRuns", () => {
  test("marks the words that differ", () => {
    expect(wordRuns("Pricing preview for testers", "Pricing changes on 1 December")?.[0]).toEqual({
      op: "same",
      text: "Pricing ",
    });
    expect(wordRuns("one two three", "one 2 three")).toEqual([
      { op: "same", text: "one " },
      { op: "removed", text: "two" },
      { op: "added", text: "2" },
      { op: "same", text: " three" },
    ]);
  });

  test("a changed phrase is one change, its spaces included", () => {
    expect(wordRuns("Pricing preview for testers", "Pricing changes on 1 December")).toEqual([
      { op: "same", text: "Pricing " },
      { op: "removed", text: "preview for testers" },
      { op: "added", text: "changes on 1 December" },
    ]);
  });

  test("gives up when nothing is shared", () => {
    expect(wordRuns("seg_beta", "seg_all")).toBeNull();
  });

  test("keeps words of any script whole", () => {
    expect(wordRuns("для всех клиентов", "для новых клиентов")).toEqual([
      { op: "same", text: "для " },
      { op: "removed", text: "всех" },
      { op: "added", text: "новых" },
      { op: "same", text: " клиентов" },
    ]);
  });

  test("gives up on texts that would take too long", () => {
    const text = (word: string) => `x ${Array.from({ length: 100_000 }, (_, i) => word + i).join(" ")}`;
    expect(wordRuns(text("a"), text("b"))).toBeNull();
  });

  test("takes what it costs from what several may cost together", () => {
    const budget = { steps: 100 };
    expect(wordRuns("same a b c", "same d e f", budget)).not.toBeNull();
    expect(budget.steps).toBeLessThan(100);
    expect(wordRuns(`same ${"a ".repeat(20)}`, `same ${"b ".repeat(20)}`, budget)).toBeNull();
  });

  test("loses and invents nothing", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "d")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const runs = wordRuns(before, after);
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
