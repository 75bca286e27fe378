import "server-only";
import { setImmediate } from "node:timers/promises";
import { UndirectedGraph } from "graphology";
import louvain from "graphology-communities-louvain";
import type { Similarities } from "./similarity";

/** Nearest points that each point is connected with. */
const NEIGHBOURS = 10;

/** Higher values give smaller communities. */
const RESOLUTION = 4;

// A less similar point is no neighbour.
const LEAST = 0.05;

// Points between two yields to other work.
const TURN = 100;

/** Deterministic (mulberry32), so that equal templates always give equal communities. */
function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function nearest(alike: Similarities, at: number): number[] {
  const best: { other: number; value: number }[] = [];
  for (let other = 0; other < alike.count; other += 1) {
    if (other === at) continue;
    const value = alike.of(at, other);
    if (value < LEAST || (best.length === NEIGHBOURS && value <= (best.at(-1)?.value ?? 0))) continue;
    const place = best.findIndex((one) => one.value < value);
    best.splice(place < 0 ? best.length : place, 0, { other, value });
    if (best.length > NEIGHBOURS) best.pop();
  }
  return best.map(({ other }) => other);
}

/** Communities of points, by Louvain's method on the graph of nearest neighbours. */
export async function communities(alike: Similarities): Promise<number[][]> {
  const graph = new UndirectedGraph();
  for (let at = 0; at < alike.count; at += 1) graph.addNode(at);
  for (let at = 0; at < alike.count; at += 1) {
    if (at % TURN === 0) await setImmediate();
    for (const other of nearest(alike, at))
      if (!graph.hasEdge(at, other)) graph.addEdge(at, other, { weight: alike.of(at, other) });
  }
  if (graph.size === 0) return Array.from({ length: alike.count }, (_, at) => [at]);
  const of = louvain(graph, { resolution: RESOLUTION, getEdgeWeight: "weight", rng: repeatable(1) });
  const groups = new Map<number, number[]>();
  for (const [node, community] of Object.entries(of))
    groups.set(community, [...(groups.get(community) ?? []), Number(node)]);
  return [...groups.values()];
}
