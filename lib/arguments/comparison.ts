import { parseJson } from "@/lib/core/json/parse";
import { asRows, diffArguments } from "./diff";
import type { DiffRow } from "./types";

export type Comparison = { rows: DiffRow[]; kind: "edited" | "last" | "first" };

/**
 * Compares the arguments with the original ones if a person edited them, else with the last
 * approved call.
 */
export function compareArguments(texts: {
  now: string;
  requested: string | null;
  last: string | null;
}): Comparison {
  const now = parseJson(texts.now);
  if (texts.requested !== null)
    return { rows: diffArguments(parseJson(texts.requested), now), kind: "edited" };
  if (texts.last !== null) return { rows: diffArguments(parseJson(texts.last), now), kind: "last" };
  return { rows: asRows(now), kind: "first" };
}
