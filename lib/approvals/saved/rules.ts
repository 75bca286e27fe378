import { parseQueueFilter } from "../queue/rules";
import type { QueueFilter } from "../queue/schema";

const NAMES = ["view", "q", "risk", "tool", "tenant", "gateway", "agent"] as const;

/** A query string of the queue reduced to its filters, in one order, so that equal views have equal texts. */
export function canonicalQuery(query: string): string {
  const filter = filterOf(query);
  const kept = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

/** The filter a saved query stands for. */
export function filterOf(query: string): QueueFilter {
  const { cursor: _, ...filter } = parseQueueFilter(Object.fromEntries(new URLSearchParams(query)));
  return filter;
}
