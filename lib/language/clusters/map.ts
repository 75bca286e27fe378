import "server-only";
import { setImmediate } from "node:timers/promises";
import { UndirectedGraph } from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import noverlap from "graphology-layout-noverlap";
import { cosine } from "../embedder";

/** A place on a map, each from 0 to 1, from its left and upper edge. */
export type Place = { x: number; y: number };

/** What is put on the map: `size` is its radius as a share of the map's width. */
export type Mapped = { middle: Float32Array; size: number; before: Place | null };

// More neighbours pull different topics together.
const NEIGHBOURS = 4;

// Layout units across the map.
const WIDTH = 1_000;

// Keeps most neighbours by meaning next to each other, nearly as UMAP does (docs/decisions/0049).
const LAYOUT = {
  linLogMode: true,
  edgeWeightInfluence: 1,
  gravity: 0.2,
  strongGravityMode: false,
  scalingRatio: 2,
};
const ROUNDS = 3_000;

// With fewer known places, the map is made anew.
const KNOWN_SHARE_MIN = 0.5;

// Rounds between two yields to other work: some milliseconds with hundreds of intents.
const TURN = 50;

// Radians between neighbours on a spiral that fills a disc evenly.
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Puts clusters on a map: alike ones are near each other and circles of their sizes do not overlap.
 * Deterministic. Those with a place keep it, so that people find them again, and new ones are put
 * next to what is most alike; a map with mostly new ones is made anew.
 */
export async function mapOf(clusters: readonly Mapped[]): Promise<Place[]> {
  const known = clusters.filter(({ before }) => before !== null).length;
  const isKnown = known > 0 && known >= KNOWN_SHARE_MIN * clusters.length;
  const all = isKnown ? clusters : clusters.map((cluster) => ({ ...cluster, before: null }));
  if (all.length === 0) return [];
  const graph = graphOf(all);
  const settings = { ...forceAtlas2.inferSettings(graph), ...LAYOUT };
  for (let done = 0; !isKnown && done < ROUNDS; done += TURN) {
    forceAtlas2.assign(graph, { iterations: TURN, settings });
    await setImmediate();
  }
  if (!isKnown) stretch(graph);
  noverlap.assign(graph, { maxIterations: 200, settings: { margin: WIDTH / 300, ratio: 1, speed: 3 } });
  if (!isKnown) stretch(graph);
  const inside = (at: number, axis: "x" | "y") => {
    const edge = (all[at]?.size ?? 0) * WIDTH;
    return Math.min(Math.max(placed(graph, at, axis), edge), WIDTH - edge) / WIDTH;
  };
  return all.map((_, at) => ({ x: inside(at, "x"), y: inside(at, "y") }));
}

const placed = (graph: UndirectedGraph, at: number, axis: "x" | "y"): number =>
  graph.getNodeAttribute(at, axis);

/** Each is connected with those that are nearest in meaning, and starts where it was before. */
function graphOf(all: readonly Mapped[]): UndirectedGraph {
  const graph = new UndirectedGraph();
  const near = all.map((_, at) => nearest(all, at));
  for (const [at, one] of all.entries())
    graph.addNode(at, {
      ...startOf(all, at, near[at] ?? []),
      size: one.size * WIDTH,
      fixed: one.before !== null,
    });
  for (const [at, others] of near.entries())
    for (const { other, alike } of others)
      if (!graph.hasEdge(at, other)) graph.addEdge(at, other, { weight: Math.max(0.01, alike) });
  return graph;
}

type Near = { other: number; alike: number };

const nearest = (all: readonly Mapped[], at: number): Near[] =>
  all
    .flatMap(({ middle }, other) =>
      other === at ? [] : { other, alike: cosine(all[at]?.middle ?? middle, middle) },
    )
    .toSorted((a, b) => b.alike - a.alike || a.other - b.other)
    .slice(0, NEIGHBOURS);

/** Where it was, else next to what is nearest in meaning, else on a spiral. No two in one place. */
function startOf(all: readonly Mapped[], at: number, near: readonly Near[]): Place {
  const before = all[at]?.before;
  if (before) return { x: before.x * WIDTH, y: before.y * WIDTH };
  const next = near.map(({ other }) => all[other]?.before).find((place) => place);
  const { x, y } = next ?? { x: 1 / 2, y: 1 / 2 };
  const angle = at * GOLDEN_ANGLE;
  const out = next ? 2 * (all[at]?.size ?? 0) : Math.sqrt((at + 1) / all.length) / 2;
  return { x: (x + out * Math.cos(angle)) * WIDTH, y: (y + out * Math.sin(angle)) * WIDTH };
}

/** Stretches the layout to the map, each circle inside. */
function stretch(graph: UndirectedGraph): void {
  for (const axis of ["x", "y"] as const) {
    const nodes = graph.mapNodes((_, { size, ...at }) => ({ size: Number(size), at: Number(at[axis]) }));
    const [from, to] = [Math.min(...nodes.map(({ at }) => at)), Math.max(...nodes.map(({ at }) => at))];
    const edge = Math.max(...nodes.map(({ size }) => size));
    graph.updateEachNodeAttributes((_, attributes) => {
      const share = to > from ? (Number(attributes[axis]) - from) / (to - from) : 1 / 2;
      return { ...attributes, [axis]: edge + share * (WIDTH - 2 * edge) };
    });
  }
}
