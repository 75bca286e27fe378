import "server-only";
import { setImmediate } from "node:timers/promises";

/** A distance that prevents joining, also of groups that contain two such points. */
export const APART = Number.POSITIVE_INFINITY;

// Steps between two yields to other work.
const TURN = 16;

/**
 * Joins groups up to a maximum average distance: average linkage by nearest-neighbour chains, in
 * quadratic time (Müllner, Modern hierarchical, agglomerative clustering algorithms, 2011, 3.2).
 * @param count of points, named 0 to count - 1
 */
export async function averageLinkage(
  count: number,
  distance: (a: number, b: number) => number,
  upTo: number,
): Promise<number[][]> {
  const groups = new Map(Array.from({ length: count }, (_, at) => [at, [at]]));
  const far = Array.from({ length: count }, (_, a) =>
    Float64Array.from({ length: count }, (_, b) => (a === b ? APART : distance(a, b))),
  );
  const merge = (a: number, b: number) => {
    const [own, theirs] = [groups.get(a) ?? [], groups.get(b) ?? []];
    for (const other of groups.keys()) {
      if (other === a || other === b) continue;
      const joined = average(far, [a, own.length], [b, theirs.length], other);
      put(far, a, other, joined);
    }
    groups.set(a, [...own, ...theirs]);
    groups.delete(b);
  };
  const done = new Set<number>();
  const chain: number[] = [];
  for (let step = 0; done.size < groups.size; step += 1) {
    if (step % TURN === 0) await setImmediate();
    const top = chain.at(-1);
    if (top === undefined) {
      for (const at of groups.keys())
        if (!done.has(at)) {
          chain.push(at);
          break;
        }
      continue;
    }
    const before = chain.at(-2);
    const next = nearestTo(far, top, groups.keys(), before);
    if (next === null || (far[top]?.[next] ?? APART) > upTo) {
      // No group is near enough or will be: joined groups only get more distant.
      done.add(top);
      chain.length = 0;
    } else if (next === before) {
      chain.length -= 2;
      merge(Math.min(top, next), Math.max(top, next));
    } else if (done.has(next)) {
      done.delete(next);
      chain.push(next);
    } else chain.push(next);
  }
  return [...groups.values()];
}

function average(
  far: readonly Float64Array[],
  [a, sizeA]: readonly [number, number],
  [b, sizeB]: readonly [number, number],
  other: number,
): number {
  const [toA, toB] = [far[a]?.[other] ?? APART, far[b]?.[other] ?? APART];
  if (toA === APART || toB === APART) return APART;
  return (toA * sizeA + toB * sizeB) / (sizeA + sizeB);
}

function put(far: readonly Float64Array[], a: number, b: number, value: number): void {
  const [rowA, rowB] = [far[a], far[b]];
  if (rowA) rowA[b] = value;
  if (rowB) rowB[a] = value;
}

/** The nearest group; on a tie, the previous in the chain, which could otherwise loop. */
function nearestTo(
  far: readonly Float64Array[],
  from: number,
  among: Iterable<number>,
  before: number | undefined,
): number | null {
  let [nearest, least] = [before ?? null, before === undefined ? APART : (far[from]?.[before] ?? APART)];
  for (const other of among) {
    const away = other === from ? APART : (far[from]?.[other] ?? APART);
    if (away < least) [nearest, least] = [other, away];
  }
  return nearest;
}
