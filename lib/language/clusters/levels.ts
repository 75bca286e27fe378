import { cosine } from "../embedder";
import { averageLinkage } from "./linkage";
import { middleOf, nearestMiddle } from "./middles";
import { namesOf } from "./naming";
import type { Lines, Point } from "./types";

/** The share of intents that remains at each coarser level, if they are similar enough. */
const COARSER = [0.6, 0.3] as const;

// More distant intents stay separate at every level.
const COARSEST_DISTANCE = 0.8;
const FIRST_DISTANCE = 0.2;
const STEP = 0.05;

/** The share of an intent's distance that remains within its parts, per finer level. */
const FINER = [0.72, 0.5] as const;

// Templates of an intent that are compared pairwise; the others join the nearest part.
const COMPARED_MAX = 400;

/**
 * Merges intents into families with the same groups: for each, the positions of its leaders at the
 * coarser levels, nearest level first. The heaviest leads.
 */
export async function familiesOf(
  middles: readonly Float32Array[],
  weights: readonly number[],
): Promise<number[][]> {
  const rows = middles.map((middle) => middles.map((other) => 1 - cosine(middle, other)));
  const distance = (a: number, b: number) => rows[a]?.[b] ?? 1;
  const leads: number[][] = middles.map(() => []);
  for (const share of COARSER) {
    const wanted = Math.max(1, Math.ceil(share * middles.length));
    const groups = await cutTo(middles.length, distance, wanted);
    for (const group of groups) {
      const lead = group.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)[0];
      for (const at of group) leads[at]?.push(lead ?? at);
    }
  }
  return leads;
}

/** Joins the nearest until the target number of groups is reached, or they are too distant. */
async function cutTo(
  count: number,
  distance: (a: number, b: number) => number,
  wanted: number,
): Promise<number[][]> {
  let groups: number[][] = [];
  for (let upTo = FIRST_DISTANCE; upTo <= COARSEST_DISTANCE; upTo += STEP) {
    groups = await averageLinkage(count, distance, upTo);
    if (groups.length <= wanted) break;
  }
  return groups;
}

/** The part of each template of an intent, by level, and the names of the parts. */
type Parts = { of: Map<string, number[]>; names: string[][] };

export async function partsOf(group: readonly Point[], { join }: Pick<Lines, "join">): Promise<Parts> {
  const compared = group
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .slice(0, COMPARED_MAX);
  const ids = new Set(compared.map(({ id }) => id));
  const others = group.filter(({ id }) => !ids.has(id));
  const of = new Map<string, number[]>(group.map(({ id }) => [id, []]));
  const names: string[][] = [];
  const between = (a: number, b: number) => {
    const [one, other] = [compared[a], compared[b]];
    return one && other ? 1 - cosine(one.vector, other.vector) : 1;
  };
  for (const share of FINER) {
    const found = await averageLinkage(compared.length, between, share * join);
    const parts = found.map((places) => places.flatMap((at) => compared[at] ?? [])).toSorted(heavierFirst);
    const middles = parts.map(middleOf);
    for (const [at, part] of parts.entries()) for (const { id } of part) of.get(id)?.push(at + 1);
    for (const { id, vector } of others)
      of.get(id)?.push((nearestMiddle(vector, middles, { from: -1 }) ?? 0) + 1);
    names.push(namesOf(parts).map(({ name }) => name));
  }
  return { of, names };
}

function heavierFirst(a: readonly Point[], b: readonly Point[]): number {
  const weightOf = (part: readonly Point[]) => part.reduce((sum, { weight }) => sum + weight, 0);
  return weightOf(b) - weightOf(a) || ((a[0]?.id ?? "") < (b[0]?.id ?? "") ? -1 : 1);
}
