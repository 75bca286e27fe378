import type { JsonNode } from "@/lib/core/json/parse";
import { fromPointer, toPointer } from "@/lib/core/json/pointers";
import type { ArgumentLeaf, LeafKind } from "./types";

const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/;

export function pathOfKeys(keys: readonly (string | number)[]): string {
  let path = "";
  for (const key of keys) {
    if (typeof key === "number") path += `[${key}]`;
    else if (PLAIN_NAME.test(key)) path += path ? `.${key}` : key;
    else path += `[${JSON.stringify(key)}]`;
  }
  return path;
}

export function pathOfPointer(pointer: string): string {
  return pathOfKeys(fromPointer(pointer).map((key) => (/^\d+$/.test(key) ? Number(key) : key)));
}

function leaf(keys: readonly (string | number)[], kind: LeafKind, text: string): ArgumentLeaf {
  return { path: pathOfKeys(keys), pointer: toPointer(keys), keys, kind, text };
}

/** Every leaf of the arguments in sent order; numbers verbatim. */
export function flatten(node: JsonNode): ArgumentLeaf[] {
  const leaves: ArgumentLeaf[] = [];
  const visit = (current: JsonNode, keys: readonly (string | number)[]): void => {
    switch (current.kind) {
      case "object":
        if (current.members.length === 0) leaves.push(leaf(keys, "object", "{}"));
        for (const member of current.members) visit(member.value, [...keys, member.key]);
        return;
      case "array":
        if (current.items.length === 0) leaves.push(leaf(keys, "array", "[]"));
        for (const [index, item] of current.items.entries()) visit(item, [...keys, index]);
        return;
      case "string":
        leaves.push(leaf(keys, "string", current.value));
        return;
      case "number":
        leaves.push(leaf(keys, "number", current.literal));
        return;
      case "constant":
        leaves.push(leaf(keys, current.value === null ? "null" : "boolean", String(current.value)));
    }
  };
  visit(node, []);
  return leaves;
}

/** Whether a string needs quotes: it looks like another JSON literal, or has invisible edges. */
export function needsQuotes(text: string): boolean {
  return (
    text === "" || text !== text.trim() || /^(-?\d[\d.eE+-]*|true|false|null|absent|[{[].*)$/s.test(text)
  );
}
