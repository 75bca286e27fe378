import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { member, type ObjectNode, objectOf } from "./nodes";
import type { FieldEdit, FieldKind } from "./types";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** Exact JSON of typed text for a kind of value; null if invalid. */
export function literalOf(kind: FieldKind, typed: string): string | null {
  switch (kind) {
    case "string":
      return JSON.stringify(typed);
    case "number":
      return NUMBER.test(typed.trim()) ? typed.trim() : null;
    case "integer":
      return INTEGER.test(typed.trim()) ? typed.trim() : null;
    case "boolean":
      return typed === "true" || typed === "false" ? typed : null;
    default:
      return isJson(typed) ? typed.trim() : null;
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/** Replaces these places and keeps every other byte. */
export function applyEdits(argumentsText: string, edits: readonly FieldEdit[]): string {
  return edits.reduce(applyOne, argumentsText);
}

function applyOne(text: string, edit: FieldEdit): string {
  const { keys } = edit;
  const key = keys.at(-1);
  if (key === undefined) return text;
  const parent = nodeAt(parseJson(text), keys.slice(0, -1));
  if (parent?.kind !== "object") {
    if (edit.to === "absent") return text;
    // The parent object is missing or null, so create it.
    return applyOne(applyOne(text, { keys: keys.slice(0, -1), to: "value", literal: "{}" }), edit);
  }
  const index = parent.members.findIndex((one) => one.key === key);
  const found = parent.members[index];
  if (edit.to === "absent") return found ? cut(text, parent, index) : text;
  if (found) return text.slice(0, found.value.start) + edit.literal + text.slice(found.value.end);
  const last = parent.members.at(-1);
  const at = last ? last.value.end : parent.start + 1;
  return `${text.slice(0, at)}${last ? "," : ""}${JSON.stringify(key)}:${edit.literal}${text.slice(at)}`;
}

function cut(text: string, parent: ObjectNode, index: number): string {
  const { members } = parent;
  const end = members[index]?.value.end ?? parent.end;
  const before = members[index - 1];
  if (before) return text.slice(0, before.value.end) + text.slice(end);
  const from = parent.start + 1;
  // Removing the first of several also removes the comma after it.
  const to = members.length > 1 ? text.indexOf(",", end) + 1 : end;
  return text.slice(0, from) + text.slice(to);
}

function nodeAt(node: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let at = node;
  for (const key of keys) at = member(objectOf(at), key);
  return at;
}
