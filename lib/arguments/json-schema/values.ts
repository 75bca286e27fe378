import type { JsonNode } from "@/lib/core/json/parse";
import { numberKey } from "./numbers";
import { misused } from "./obstacles";

const keys = new WeakMap<JsonNode, string>();

/**
 * The same text for equal values in JSON Schema: members in any order, 1 equals 1.0, no rounding.
 */
export function valueKey(node: JsonNode): string {
  const known = keys.get(node);
  if (known !== undefined) return known;
  const key = keyOf(node);
  keys.set(node, key);
  return key;
}

function keyOf(node: JsonNode): string {
  switch (node.kind) {
    case "object": {
      const members = node.members.map((one) => `${JSON.stringify(one.key)}:${valueKey(one.value)}`);
      return `{${members.sort().join(",")}}`;
    }
    case "array":
      return `[${node.items.map(valueKey).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return numberKey(node.literal);
    case "constant":
      return String(node.value);
  }
}

/**
 * The text value of a rule.
 * @throws NotChecked for another type, like the functions below
 */
export function textIn(rule: JsonNode, keyword: string): string {
  if (rule.kind !== "string") throw misused(keyword);
  return rule.value;
}

export function textsIn(rule: JsonNode, keyword: string): string[] {
  return listIn(rule, keyword).map((item) => textIn(item, keyword));
}

export function listIn(rule: JsonNode, keyword: string): readonly JsonNode[] {
  if (rule.kind !== "array") throw misused(keyword);
  return rule.items;
}

export function numberIn(rule: JsonNode, keyword: string): string {
  if (rule.kind !== "number") throw misused(keyword);
  return rule.literal;
}

/** A count; beyond any accepted text, larger values make no difference. */
export function countIn(rule: JsonNode, keyword: string): number {
  const count = Number(numberIn(rule, keyword));
  if (count < 0 || !(Number.isInteger(count) || count === Number.POSITIVE_INFINITY)) throw misused(keyword);
  return count;
}

export function namedIn(rule: JsonNode, keyword: string): readonly { key: string; value: JsonNode }[] {
  if (rule.kind !== "object") throw misused(keyword);
  return rule.members;
}
