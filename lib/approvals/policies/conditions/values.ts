import type { JsonNode } from "@/lib/core/json/parse";

/** The arguments of one call as the conditions of policies ask for them: each path is walked once, however many ask. */
export type ArgumentValues = (path: string) => readonly JsonNode[];

// Of fewer members, looking through them costs no more than an index.
const INDEXED_FROM = 16;

/** A reader of one call's arguments. */
export function valuesOf(root: JsonNode): ArgumentValues {
  const walked = new Map<string, readonly JsonNode[]>();
  const indexes = new Map<JsonNode, Map<string, JsonNode>>();
  return (path) => {
    const known = walked.get(path);
    if (known) return known;
    const found = walk(root, path, indexes);
    walked.set(path, found);
    return found;
  };
}

function walk(root: JsonNode, path: string, indexes: Map<JsonNode, Map<string, JsonNode>>): JsonNode[] {
  let nodes = [root];
  for (const step of path.split("/").slice(1)) {
    nodes = step === "*" ? nodes.flatMap(inside) : nodes.flatMap((node) => memberAt(node, step, indexes));
    if (nodes.length === 0) break;
  }
  return nodes;
}

function inside(node: JsonNode): readonly JsonNode[] {
  if (node.kind === "array") return node.items;
  return node.kind === "object" ? node.members.map(({ value }) => value) : [];
}

function memberAt(node: JsonNode, step: string, indexes: Map<JsonNode, Map<string, JsonNode>>): JsonNode[] {
  if (node.kind === "array") {
    const item = /^(0|[1-9]\d{0,8})$/.test(step) ? node.items[Number(step)] : undefined;
    return item ? [item] : [];
  }
  if (node.kind !== "object") return [];
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const found =
    node.members.length < INDEXED_FROM
      ? node.members.find(({ key }) => key === name)?.value
      : indexOf(node, indexes).get(name);
  return found ? [found] : [];
}

function indexOf(node: JsonNode & { kind: "object" }, indexes: Map<JsonNode, Map<string, JsonNode>>) {
  const known = indexes.get(node);
  if (known) return known;
  const index = new Map(node.members.map(({ key, value }) => [key, value]));
  indexes.set(node, index);
  return index;
}
