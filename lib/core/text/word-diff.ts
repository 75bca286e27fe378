import { diffArrays } from "diff";
import type { DiffRun } from "./types";

// Diff time is quadratic in the words that differ. Beyond this (10 ms) everything is marked.
const CHANGED_WORDS_MAX = 500;

type DiffBudget = { steps: number };

/**
 * Word diff. Runs without "added" join to `before`, runs without "removed" to `after`.
 * @returns null if no word is shared or the comparison would cost too much
 */
export function wordRuns(
  before: string,
  after: string,
  budget: DiffBudget = { steps: CHANGED_WORDS_MAX ** 2 },
): DiffRun[] | null {
  const limit = Math.min(CHANGED_WORDS_MAX, Math.floor(Math.sqrt(Math.max(0, budget.steps))));
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: limit });
  const changed = changes?.reduce(
    (sum, { added, removed, count }) => sum + (added || removed ? count : 0),
    0,
  );
  budget.steps -= (changed ?? limit) ** 2;
  if (!changes?.some(({ added, removed, value }) => !added && !removed && value.some(isWord))) return null;
  return inPhrases(
    changes.map(({ added, removed, value }) => ({
      op: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    })),
  );
}

const wordsOf = (text: string): string[] => text.split(/(\s+)/);

const isWord = (part: string): boolean => part.trim() !== "";

function inPhrases(runs: readonly DiffRun[]): DiffRun[] {
  const joined: DiffRun[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    add(joined, "removed", removed);
    add(joined, "added", added);
    removed = "";
    added = "";
  };
  for (const [index, { op, text }] of runs.entries()) {
    const within = op === "same" && !isWord(text) && removed + added !== "" && index + 1 < runs.length;
    if (op === "removed" || within) removed += text;
    if (op === "added" || within) added += text;
    if (op !== "same" || within) continue;
    flush();
    add(joined, "same", text);
  }
  flush();
  return joined;
}

function add(runs: DiffRun[], op: DiffRun["op"], text: string): void {
  if (text === "") return;
  const last = runs.at(-1);
  if (last?.op === op) last.text += text;
  else runs.push({ op, text });
}
