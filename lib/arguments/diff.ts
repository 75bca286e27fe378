import { type JsonNode, toPointer } from "@/lib/core/json/parse";
import type { ArgumentLeaf, DiffRow, LeafKind, WordRun } from "./types";

/** Rows shown before the rest is folded: about three screens. */
export const ROWS_SHOWN = 120;

// Cells of the word comparison over all strings of one diff: about 20 ms.
const WORD_CELLS_MAX = 1_000_000;

const WORD_CELLS_ONE = 250_000;

const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/;

function pathText(keys: readonly (string | number)[]): string {
  let path = "";
  for (const key of keys) {
    if (typeof key === "number") path += `[${key}]`;
    else if (PLAIN_NAME.test(key)) path += path ? `.${key}` : key;
    else path += `[${JSON.stringify(key)}]`;
  }
  return path;
}

/** The path of a place that no leaf stands for, from its pointer. */
export function pathOfPointer(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return pathText(
    parts.map((part) =>
      /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~"),
    ),
  );
}

function leaf(keys: readonly (string | number)[], kind: LeafKind, text: string): ArgumentLeaf {
  return { path: pathText(keys), pointer: toPointer(keys), keys, kind, text };
}

/** Every leaf of the arguments in the order they were sent; numbers and digits verbatim. */
export function flatten(node: JsonNode): ArgumentLeaf[] {
  const leaves: ArgumentLeaf[] = [];
  const visit = (current: JsonNode, keys: readonly (string | number)[]): void => {
    switch (current.kind) {
      case "object":
        if (current.members.length === 0) leaves.push(leaf(keys, "object", "{}"));
        for (const member of current.members) visit(member.value, [...keys, member.key]);
        return;
      case "array":
        if (current.items.length === 0) leaves.push(leaf(keys, "array", "[]"));
        for (const [index, item] of current.items.entries()) visit(item, [...keys, index]);
        return;
      case "string":
        leaves.push(leaf(keys, "string", current.value));
        return;
      case "number":
        leaves.push(leaf(keys, "number", current.literal));
        return;
      case "constant":
        leaves.push(leaf(keys, current.value === null ? "null" : "boolean", String(current.value)));
    }
  };
  visit(node, []);
  return leaves;
}

/**
 * Leaf by leaf, what differs between two versions: rows in the order of `after`, each removed leaf behind the one it
 * followed. Numbers differ by their digits, array items are matched by index.
 */
export function diffArguments(before: JsonNode, after: JsonNode): DiffRow[] {
  const old = flatten(before);
  const now = flatten(after);
  const oldByPointer = new Map(old.map((one) => [one.pointer, one]));
  const nowPointers = new Set(now.map((one) => one.pointer));
  const budget = { cells: WORD_CELLS_MAX };

  const removedAfter = new Map<string | null, DiffRow[]>();
  let anchor: string | null = null;
  for (const one of old) {
    if (nowPointers.has(one.pointer)) {
      anchor = one.pointer;
      continue;
    }
    const { path, pointer, keys } = one;
    const row: DiffRow = { path, pointer, keys, change: "removed", before: one, after: null, words: null };
    const group = removedAfter.get(anchor);
    if (group) group.push(row);
    else removedAfter.set(anchor, [row]);
  }

  const rows: DiffRow[] = [...(removedAfter.get(null) ?? [])];
  for (const one of now) {
    const was = oldByPointer.get(one.pointer) ?? null;
    const { path, pointer, keys } = one;
    const same = was !== null && was.kind === one.kind && was.text === one.text;
    const change = was === null ? "added" : same ? "same" : "changed";
    const words =
      change === "changed" && was?.kind === "string" && one.kind === "string"
        ? diffWords(was.text, one.text, budget)
        : null;
    rows.push({ path, pointer, keys, change, before: was, after: one, words });
    for (const row of removedAfter.get(pointer) ?? []) rows.push(row);
  }
  return rows;
}

/** All leaves as rows without a counterpart, for a first call. */
export function asRows(node: JsonNode): DiffRow[] {
  return flatten(node).map((after) => ({
    path: after.path,
    pointer: after.pointer,
    keys: after.keys,
    change: "same",
    before: null,
    after,
    words: null,
  }));
}

/**
 * Word by word, what differs. The runs that are not "added" join to `before`, those that are not "removed" to `after`.
 * @returns null when nothing is shared or the comparison would cost too much
 */
export function diffWords(
  before: string,
  after: string,
  budget: { cells: number } = { cells: WORD_CELLS_ONE },
): WordRun[] | null {
  const a = before.split(/(\s+)/);
  const b = after.split(/(\s+)/);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  const cells = middleA.length * middleB.length;
  if (cells > WORD_CELLS_ONE || cells > budget.cells) return null;
  budget.cells -= cells;
  const runs: WordRun[] = [];
  add(runs, "same", a.slice(0, head));
  commonRuns(middleA, middleB, runs);
  add(runs, "same", tail > 0 ? a.slice(a.length - tail) : []);
  return runs.some((run) => run.op === "same" && run.text.trim() !== "") ? inPhrases(runs) : null;
}

/** Joins changed words that only a shared space parts: a phrase reads as one change. */
function inPhrases(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    add(joined, "removed", [removed]);
    add(joined, "added", [added]);
    removed = "";
    added = "";
  };
  for (const [index, run] of runs.entries()) {
    const between = removed + added !== "" && index + 1 < runs.length;
    if (run.op === "removed") removed += run.text;
    else if (run.op === "added") added += run.text;
    else if (between && run.text.trim() === "") {
      removed += run.text;
      added += run.text;
    } else {
      flush();
      add(joined, "same", [run.text]);
    }
  }
  flush();
  return joined;
}

function add(runs: WordRun[], op: WordRun["op"], words: readonly string[]): void {
  const text = words.join("");
  if (text === "") return;
  const last = runs.at(-1);
  if (last?.op === op) last.text += text;
  else runs.push({ op, text });
}

/** Longest common subsequence by the textbook table, walked from the front. */
function commonRuns(a: readonly string[], b: readonly string[], runs: WordRun[]): void {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      add(runs, "same", [left]);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      add(runs, "removed", [left]);
      i += 1;
    } else if (right !== undefined) {
      add(runs, "added", [right]);
      j += 1;
    }
  }
}

/** Whether a string would read as another JSON literal, or has edges that do not show, and so needs its quotes. */
export function needsQuotes(text: string): boolean {
  return (
    text === "" || text !== text.trim() || /^(-?\d[\d.eE+-]*|true|false|null|absent|[{[].*)$/s.test(text)
  );
}
