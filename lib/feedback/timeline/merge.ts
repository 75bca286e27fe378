import type { TimelineItem } from "./types";

/** The newest events of one kind, newest first. */
export type Source<P> = {
  rows: readonly { place: P; item: TimelineItem }[];
  /** Whether older ones exist that were not read. */
  more: boolean;
  /** Where reading began. */
  from: P;
};

export type Merged<P extends readonly unknown[]> = {
  items: TimelineItem[];
  /** How far each source was used. */
  places: P;
  more: boolean;
};

/**
 * The newest events of several sources, newest first. Reports of one agent without another event
 * between them become one. Each source is used in its own order, and never past what was read.
 */
export function mergeSources<P extends readonly unknown[]>(
  sources: { [I in keyof P]: Source<P[I]> },
  limit: number,
): Merged<P> {
  const all = sources as unknown as readonly Source<unknown>[];
  const used = all.map(() => 0);
  const items: TimelineItem[] = [];
  for (;;) {
    const heads = all.map(({ rows }, at) => rows[used[at] ?? 0]);
    if (heads.some((head, at) => head === undefined && all[at]?.more)) break;
    const newest = heads.reduce<number>(
      (best, head, at) => (head && (best < 0 || head.item.at > (heads[best]?.item.at ?? 0)) ? at : best),
      -1,
    );
    const next = heads[newest]?.item;
    if (next === undefined) break;
    if (!folds(items, next)) {
      if (items.length === limit) break;
      items.push(next);
    }
    used[newest] = (used[newest] ?? 0) + 1;
  }
  const places = all.map(({ rows, from }, at) => rows[(used[at] ?? 0) - 1]?.place ?? from);
  const more = all.some((source, at) => source.more || (used[at] ?? 0) < source.rows.length);
  return { items, places: places as unknown as P, more };
}

/** Adds a report to the run that is the last event so far. */
function folds(items: TimelineItem[], next: TimelineItem): boolean {
  const last = items.at(-1);
  if (last?.kind !== "reports" || next.kind !== "reports") return false;
  const { reports: newer } = last;
  const { reports: older } = next;
  if (newer.agent !== older.agent) return false;
  const reports = { ...newer, count: newer.count + older.count, since: older.since, first: older.first };
  items[items.length - 1] = { ...last, reports };
  return true;
}
