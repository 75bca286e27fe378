import { cosine } from "../embedder";
import type { Links, Point } from "./types";

/** The mean of templates, of length 1, weighted by the logarithm of their calls. */
export function middleOf(points: readonly Point[]): Float32Array {
  const sum = new Float32Array(points[0]?.vector.length ?? 0);
  for (const { vector, weight } of points) {
    const share = 1 + Math.log(Math.max(1, weight));
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + share * (vector[at] ?? 0);
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** The template that is nearest to the middle of all. */
export function medoidOf(points: readonly Point[]): Point | undefined {
  const middle = middleOf(points);
  const ranked = points.map((point) => ({ point, near: cosine(point.vector, middle) }));
  return ranked.toSorted((a, b) => b.near - a.near || (a.point.id < b.point.id ? -1 : 1))[0]?.point;
}

/** The nearest mean above a cosine; null without one. */
export function nearestMiddle(
  vector: Float32Array,
  middles: readonly Float32Array[],
  { from, may = () => true }: { from: number; may?: (at: number) => boolean },
): number | null {
  let [nearest, best] = [null as number | null, from];
  for (const [at, middle] of middles.entries()) {
    const alike = cosine(vector, middle);
    if (alike < best || !may(at)) continue;
    [nearest, best] = [at, alike];
  }
  return nearest;
}

// A group of at most this many templates may be a splinter of a larger one.
const SPLINTER = 2;

/** Joins splinters to the nearest larger group, unless people keep them apart. */
export function withoutSplinters(groups: readonly Point[][], from: number, { apart }: Links): Point[][] {
  const isWhole = (group: readonly Point[]) => group.length > SPLINTER || placedIn(group) !== null;
  const large = groups.filter(isWhole).map((group) => [...group]);
  const middles = large.map(middleOf);
  const groupOf = new Map(large.flatMap((group, at) => group.map(({ id }) => [id, at] as const)));
  const left: Point[][] = [];
  for (const splinter of groups.filter((group) => !isWhole(group))) {
    const ids = new Set(splinter.map(({ id }) => id));
    const kept = apart.flatMap(([a, b]) =>
      ids.has(a) ? [groupOf.get(b)] : ids.has(b) ? [groupOf.get(a)] : [],
    );
    const nearest = nearestMiddle(middleOf(splinter), middles, { from, may: (at) => !kept.includes(at) });
    const group = nearest === null ? undefined : large[nearest];
    if (group === undefined || nearest === null) left.push(splinter);
    else {
      group.push(...splinter);
      for (const { id } of splinter) groupOf.set(id, nearest);
    }
  }
  return [...large, ...left];
}

/** The manual intent of a group; null without one. No group spans two of them. */
export function placedIn(group: readonly Point[]): string | null {
  return group.find(({ placed }) => placed)?.placed ?? null;
}
