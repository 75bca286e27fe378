import { diffLines } from "diff";
import type { DiffRun } from "./types";

// Diff time is quadratic in the lines that differ. Beyond this (10 ms) the whole texts are marked.
const CHANGED_LINES_MAX = 2_000;

export type DiffLine = { op: DiffRun["op"]; text: string; before: number | null; after: number | null };
export type DiffBlock = { folded: boolean; lines: DiffLine[] };

const CONTEXT_LINES = 3;
// A shorter run is not worth folding.
const FOLD_LINES_MIN = 4;

/**
 * Two texts line by line with line numbers. Folds unchanged runs, keeping three lines at each side.
 */
export function lineBlocks(before: string, after: string): DiffBlock[] {
  return folded(lines(before, after));
}

function lines(before: string, after: string): DiffLine[] {
  const changes = diffLines(before, after, { maxEditLength: CHANGED_LINES_MAX }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let [old, now] = [0, 0];
  return changes.flatMap(({ value, added, removed }) => {
    const op = added ? "added" : removed ? "removed" : "same";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .filter((_, index, all) => !(value === "" && all.length === 1 && index === 0))
      .map((text) => {
        if (op !== "added") old += 1;
        if (op !== "removed") now += 1;
        return { op, text, before: op === "added" ? null : old, after: op === "removed" ? null : now };
      });
  });
}

function folded(all: DiffLine[]): DiffBlock[] {
  const runs = all.reduce<DiffBlock[]>((blocks, line, index) => {
    const around = all.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
    return joined(blocks, { folded: around.every(({ op }) => op === "same"), lines: [line] });
  }, []);
  return runs.reduce<DiffBlock[]>((blocks, run) => {
    const fold = run.folded && run.lines.length >= FOLD_LINES_MIN;
    return joined(blocks, { folded: fold, lines: run.lines });
  }, []);
}

function joined(blocks: DiffBlock[], next: DiffBlock): DiffBlock[] {
  const last = blocks.at(-1);
  if (last && last.folded === next.folded) last.lines.push(...next.lines);
  else blocks.push({ folded: next.folded, lines: [...next.lines] });
  return blocks;
}
