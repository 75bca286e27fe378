import type { JsonNode } from "@/lib/core/json/parse";
import { ValuesAt } from "./values-at";

/** The arguments of one call for conditions: each path is walked once for all of them. */
export type ArgumentValues = (path: string) => ValuesAt;

// A fifth of a second: every other call waits meanwhile.
const WORK_MAX = 5_000_000;

// With fewer members, a scan is as fast as an index.
const INDEXED_FROM = 16;

export function valuesOf(root: JsonNode): ArgumentValues {
  const asked = new Map<string, ValuesAt>();
  const walked = new Map<string, readonly JsonNode[]>([["", [root]]]);
  const indexes = new Map<JsonNode, Map<string, JsonNode>>();
  const work = { left: WORK_MAX };
  return (path) => {
    const known = asked.get(path);
    if (known) return known;
    const found = new ValuesAt(walk(path, walked, indexes), work);
    asked.set(path, found);
    return found;
  };
}

/** Paths with a common prefix share the walk. */
function walk(
  path: string,
  walked: Map<string, readonly JsonNode[]>,
  indexes: Map<JsonNode, Map<string, JsonNode>>,
): readonly JsonNode[] {
  let nodes = walked.get("") ?? [];
  let to = 0;
  while (to < path.length && nodes.length > 0) {
    const from = to + 1;
    const next = path.indexOf("/", from);
    to = next === -1 ? path.length : next;
    const way = path.slice(0, to);
    const step = path.slice(from, to);
    nodes = walked.get(way) ?? stepped(nodes, step, indexes);
    walked.set(way, nodes);
  }
  return nodes;
}

function stepped(
  nodes: readonly JsonNode[],
  step: string,
  indexes: Map<JsonNode, Map<string, JsonNode>>,
): JsonNode[] {
  if (step === "*") return nodes.flatMap(inside);
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const item = /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : -1;
  const found: JsonNode[] = [];
  for (const node of nodes) {
    const value = node.kind === "array" ? node.items[item] : memberOf(node, name, indexes);
    if (value) found.push(value);
  }
  return found;
}

function inside(node: JsonNode): readonly JsonNode[] {
  if (node.kind === "array") return node.items;
  return node.kind === "object" ? node.members.map(({ value }) => value) : [];
}

function memberOf(
  node: JsonNode,
  name: string,
  indexes: Map<JsonNode, Map<string, JsonNode>>,
): JsonNode | undefined {
  if (node.kind !== "object") return undefined;
  if (node.members.length >= INDEXED_FROM) return indexOf(node, indexes).get(name);
  return node.members.find(({ key }) => key === name)?.value;
}

function indexOf(node: JsonNode & { kind: "object" }, indexes: Map<JsonNode, Map<string, JsonNode>>) {
  const known = indexes.get(node);
  if (known) return known;
  const index = new Map(node.members.map(({ key, value }) => [key, value]));
  indexes.set(node, index);
  return index;
}
