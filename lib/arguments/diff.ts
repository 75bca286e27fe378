import type { JsonNode } from "@/lib/core/json/parse";
import { wordRuns } from "@/lib/core/text/word-diff";
import { flatten } from "./leaves";
import type { DiffRow } from "./types";

// Limit of the word diff over all strings: about 100 ms.
const WORD_STEPS_MAX = 2_000_000;

/**
 * Leaf-by-leaf diff: rows in the order of `after`, removed leaves after the one they followed.
 * Numbers compare by digits, array items by index.
 */
export function diffArguments(before: JsonNode, after: JsonNode): DiffRow[] {
  const old = flatten(before);
  const now = flatten(after);
  const oldByPointer = new Map(old.map((one) => [one.pointer, one]));
  const nowPointers = new Set(now.map((one) => one.pointer));
  const budget = { steps: WORD_STEPS_MAX };

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
        ? wordRuns(was.text, one.text, budget)
        : null;
    rows.push({ path, pointer, keys, change, before: was, after: one, words });
    for (const row of removedAfter.get(pointer) ?? []) rows.push(row);
  }
  return rows;
}

/** All leaves as added rows, for a first call. */
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
