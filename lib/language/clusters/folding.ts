import { groupedBy } from "@/gateway/lint/groups";
import { cosine } from "../embedder";
import { medoidOf, middleOf } from "./middles";
import type { Links, Point } from "./types";

/** Templates that count as one: nearly equal, or in one manual intent. Heaviest first. */
export type Folded = { lead: Point; members: Point[]; weight: number };

type Place = { vector: Float32Array; folded: Folded };

/**
 * Folds the templates of each manual intent, then similar templates of one tool, heaviest first.
 * Each joins the nearest fold above a cosine, unless people keep the two apart. Manual links are
 * left to the clustering.
 */
export function foldAlike(points: readonly Point[], from: number, { apart }: Links): Folded[] {
  const kept = new Map<string, Set<string>>();
  for (const [a, b] of apart) {
    kept.set(a, (kept.get(a) ?? new Set()).add(b));
    kept.set(b, (kept.get(b) ?? new Set()).add(a));
  }
  const byTool = new Map<string, Place[]>();
  const placesOf = (point: Point) => {
    const key = toolOf(point);
    const places = byTool.get(key) ?? [];
    byTool.set(key, places);
    return places;
  };
  const all: Folded[] = [];
  for (const members of placedTogether(points)) {
    const folded = { lead: seedOf(members), members, weight: weightOf(members) };
    all.push(folded);
    for (const member of members) placesOf(member).push({ vector: member.vector, folded });
  }
  for (const point of byWeight(points)) {
    if (point.placed) continue;
    const places = placesOf(point);
    const away = kept.get(point.id);
    let [nearest, best] = [null as Folded | null, from];
    for (const { vector, folded } of places) {
      const alike = cosine(vector, point.vector);
      if (alike < best || (away && folded.members.some(({ id }) => away.has(id)))) continue;
      [nearest, best] = [folded, alike];
    }
    if (nearest) {
      nearest.members.push(point);
      nearest.weight += point.weight;
    } else {
      const folded = { lead: point, members: [point], weight: point.weight };
      places.push({ vector: point.vector, folded });
      all.push(folded);
    }
  }
  return [...groupedBy(all, ({ lead }) => toolOf(lead)).values()].flat();
}

const toolOf = ({ provider, tool }: Point) => JSON.stringify([provider, tool]);

function placedTogether(points: readonly Point[]): Point[][] {
  const groups = groupedBy(
    byWeight(points).filter(({ placed }) => placed),
    ({ placed }) => placed ?? "",
  );
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The representative of templates in a manual intent: the medoid, at their middle. */
function seedOf(members: readonly Point[]): Point {
  const medoid = medoidOf(members);
  if (!medoid) throw new Error("of no template nothing is the middle");
  return { ...medoid, vector: middleOf(members) };
}

const weightOf = (members: readonly Point[]) => members.reduce((sum, { weight }) => sum + weight, 0);

/** Heaviest first, then by id, so that equal templates always give the same result. */
function byWeight<T extends { id: string; weight: number }>(points: readonly T[]): T[] {
  return points.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
}
