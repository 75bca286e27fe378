import type { Counted } from "./types";

/** How often each text comes up: the number of different ones, and the most frequent. */
export function topOf(texts: readonly string[], shown: number): { distinct: number; top: Counted[] } {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const top = [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return { distinct: counts.size, top: top.slice(0, shown) };
}
