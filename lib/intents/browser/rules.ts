import type { IntentFilter } from "../list";
import { type IntentLevel, type IntentSort, PART_SORTS } from "./types";

export const LEVEL_PLACES: Record<IntentLevel, { of: "families" | "parts"; at: number }> = {
  coarsest: { of: "families", at: 2 },
  coarse: { of: "families", at: 1 },
  fine: { of: "parts", at: 1 },
  finest: { of: "parts", at: 2 },
};

export function isOfParts(level: IntentLevel | undefined): boolean {
  return level !== undefined && LEVEL_PLACES[level].of === "parts";
}

/** The order of a filter, where its level knows it. */
export function sortOf({ sort = "calls", level }: Pick<IntentFilter, "sort" | "level">): IntentSort {
  return isOfParts(level) && !(PART_SORTS as readonly IntentSort[]).includes(sort) ? "calls" : sort;
}
