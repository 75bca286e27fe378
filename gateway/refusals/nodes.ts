import { isObject } from "./literals";
import type { Json, Key } from "./types";

// Each statement is searched among them, so their number is limited.
const NODES_MAX = 5_000;

/** A value of the arguments with its keys. */
export type Node = { keys: Key[]; value: Json };

/** The values of the arguments with their keys, outermost first, up to a limit. */
export function nodesOf(root: Json): Node[] {
  const nodes: Node[] = [{ keys: [], value: root }];
  for (let at = 0; at < nodes.length && nodes.length < NODES_MAX; at += 1) {
    const { keys, value } = nodes[at] as Node;
    const left = NODES_MAX - nodes.length;
    if (Array.isArray(value))
      nodes.push(...value.slice(0, left).map((item, index) => ({ keys: [...keys, index], value: item })));
    else if (isObject(value))
      nodes.push(
        ...Object.entries(value)
          .slice(0, left)
          .map(([key, item]) => ({ keys: [...keys, key], value: item })),
      );
  }
  return nodes;
}

/** The value at keys; undefined without one. */
export function valueAt(root: Json, keys: readonly Key[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Whether two values are equal, members in any order. */
export function equal(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => equal(item, b[at] ?? null));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equal(a[name] ?? null, b[name] ?? null))
  );
}
