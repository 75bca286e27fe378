import { isObject, type Json } from "../definition";
import type { PatchStep } from "../types";

/** Applies a JSON Patch (RFC 6902) to a copy, for the steps the lint proposes. */
export function applyPatch(document: Json, steps: readonly PatchStep[]): Json {
  const copy = structuredClone(document);
  for (const step of steps) {
    const parts = step.path
      .slice(1)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = parts.pop() ?? "";
    const parent = parts.reduce<Json | undefined>(inside, copy);
    const there = inside(parent, last) !== undefined;
    if (step.op !== "add" && !there) throw new Error(`${step.op} ${step.path}: there is nothing`);
    if (Array.isArray(parent) && step.op === "add" && last === "-") parent.push(step.value as Json);
    else if (isObject(parent) && step.op === "remove") delete parent[last];
    else if (isObject(parent) && step.op !== "remove") parent[last] = step.value as Json;
    else throw new Error(`${step.op} ${step.path}: there is no such place`);
  }
  return copy;
}

function inside(node: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(node)) return node[Number(key)];
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}
