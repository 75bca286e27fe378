import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { keysOf } from "../hot-spots/literals";
import { parseRows } from "../hot-spots/messages";
import type { Json, Key, Keyword, Row } from "../hot-spots/types";
import { fieldAt } from "../rules";
import type { Violation } from "./types";

// What hot-spots read in a refusal, as findings name it: by fields of the definition, with exact text of what was sent.

const KINDS: Partial<Record<Keyword, Violation["kind"]>> = {
  required: "missing",
  additionalProperties: "unknown",
  type: "type",
};

const kindOf = (keyword: Keyword): Violation["kind"] => KINDS[keyword] ?? "value";

/** What each part of a refusal says: which field, and whether its value, its type, its absence or its name was wrong. */
export function violationsOf(reported: readonly Row[], argumentsText: string | null): Violation[] {
  const sent = argumentsText === null ? null : parseJson(argumentsText);
  const args: Json = argumentsText === null ? {} : JSON.parse(argumentsText);
  return parseRows(reported, args).flatMap(({ path, keyword, row = -1 }) => {
    const said = reported[row];
    const keys = path === null ? [] : keysOf(path);
    if (!said || keys.length === 0) return [];
    const kind = kindOf(keyword);
    const value = kind === "missing" ? null : (said.received_json ?? textAt(sent, argumentsText, keys));
    return [{ field: fieldAt(keys), kind, value, message: said.message }];
  });
}

/** What the call sent at a place, as exact text; null when that cannot be told. */
function textAt(root: JsonNode | null, text: string | null, keys: readonly Key[]): string | null {
  let at: JsonNode | null | undefined = root;
  for (const key of keys)
    at =
      at?.kind === "object"
        ? at.members.find((member) => member.key === String(key))?.value
        : at?.kind === "array"
          ? at.items[Number(key)]
          : null;
  return at && text !== null ? text.slice(at.start, at.end) : null;
}
