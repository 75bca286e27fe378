import { communities } from "./communities";
import { type Folded, foldAlike } from "./folding";
import { APART, averageLinkage } from "./linkage";
import { placedIn, withoutSplinters } from "./middles";
import { type Similarities, similarities } from "./similarity";
import type { Lines, Links, Point } from "./types";

// Too few points for communities: most are neighbours of each other.
const FEW = 50;

/**
 * Groups of templates with one purpose, largest by calls first. Respects people's links: templates
 * kept apart never share a group, linked ones share one, and a manual intent is exactly one group.
 */
export async function clustersOf(points: readonly Point[], links: Links, lines: Lines): Promise<Point[][]> {
  const folded = foldAlike(points, lines.fold, links);
  const alike = await similarities(
    folded.map(({ lead }) => lead),
    lines,
  );
  const distance = distances(folded, alike, links);
  const found: number[][] = [];
  const near = folded.length <= FEW ? [folded.map((_, at) => at)] : await communities(alike);
  for (const community of near) {
    const between = (a: number, b: number) => distance(community[a] ?? 0, community[b] ?? 0);
    for (const group of await averageLinkage(community.length, between, lines.join))
      found.push(group.map((at) => community[at] ?? 0));
  }
  const groups = found.map((group) => group.flatMap((at) => folded[at]?.members ?? []));
  const weightOf = (group: readonly Point[]) => group.reduce((sum, { weight }) => sum + weight, 0);
  return putTogether(withoutSplinters(groups, lines.splinter, links), links).toSorted(
    (a, b) => weightOf(b) - weightOf(a),
  );
}

function distances(folded: readonly Folded[], alike: Similarities, { apart }: Links) {
  const placeOf = new Map(folded.flatMap(({ members }, at) => members.map(({ id }) => [id, at] as const)));
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const kept = new Set(apart.map(([a, b]) => keyOf(placeOf.get(a) ?? -1, placeOf.get(b) ?? -1)));
  const seeds = folded.map(({ members }) => placedIn(members));
  const areApart = (a: number, b: number) =>
    kept.has(keyOf(a, b)) || (seeds[a] !== null && seeds[b] !== null && seeds[a] !== seeds[b]);
  return (a: number, b: number) => (areApart(a, b) ? APART : 1 - alike.of(a, b));
}

/** Joins groups that people linked, unless people keep some of their templates apart. */
function putTogether(groups: readonly Point[][], { together, apart }: Links): Point[][] {
  const groupOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group] as const)));
  const left = new Set(groups);
  for (const [a, b] of together) {
    const [one, other] = [groupOf.get(a), groupOf.get(b)];
    if (!one || !other || one === other) continue;
    const [here, there] = [placedIn(one), placedIn(other)];
    if (here !== null && there !== null) continue;
    const are = (x: string, y: string) => groupOf.get(x) === one && groupOf.get(y) === other;
    if (apart.some(([x, y]) => are(x, y) || are(y, x))) continue;
    one.push(...other);
    for (const { id } of other) groupOf.set(id, one);
    left.delete(other);
  }
  return [...left];
}
