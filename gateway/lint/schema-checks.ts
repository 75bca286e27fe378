import { type Check, finding } from "./checks";
import { isObject, type Json, type JsonObject, member, pointerOf, textAt } from "./definition";
import type { Finding } from "./types";

// What makes a schema itself unusable, at any depth.

const NODES_MAX = 5_000;
const DEPTH_MAX = 40;
const PATTERN_CHARS_MAX = 2_000;

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const REST = ["additionalItems", "unevaluatedItems", "unevaluatedProperties", "contentSchema"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems", "items"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

type At = { schema: JsonObject; pointer: string };

/** Every schema within a schema, as it is written; at most 5,000. */
function schemasIn(root: JsonObject): At[] {
  const found: At[] = [];
  const visit = (value: Json | undefined, pointer: string, depth: number): void => {
    if (!isObject(value) || depth > DEPTH_MAX || found.length >= NODES_MAX) return;
    found.push({ schema: value, pointer });
    for (const key of [...ONE, ...REST]) visit(member(value, key), pointer + pointerOf(key), depth + 1);
    for (const key of LISTS) {
      const list = member(value, key);
      if (Array.isArray(list))
        for (const [index, item] of list.entries()) visit(item, pointer + pointerOf(key, index), depth + 1);
    }
    for (const key of NAMED) {
      const named = member(value, key);
      if (isObject(named))
        for (const [name, one] of Object.entries(named))
          visit(one, pointer + pointerOf(key, name), depth + 1);
    }
  };
  visit(root, "/inputSchema", 0);
  return found;
}

/** The parameter at a pointer; empty for none. */
function fieldAt(pointer: string): string[] {
  const name = /^\/inputSchema\/properties\/([^/]+)/.exec(pointer)?.[1];
  return name === undefined ? [] : [name.replaceAll("~1", "/").replaceAll("~0", "~")];
}

export const references: Check = ({ definition: { inputSchema } }) => {
  const all = schemasIn(inputSchema);
  const anchors = new Set(
    all
      .flatMap(({ schema }) => [textAt(schema, "$anchor"), textAt(schema, "$dynamicAnchor")])
      .filter(Boolean),
  );
  // A schema with its own id is the root of references in it.
  if (all.some(({ schema, pointer }) => pointer !== "/inputSchema" && textAt(schema, "$id") !== ""))
    return [];
  return all.flatMap(({ schema, pointer }): Finding[] => {
    const reference = textAt(schema, "$ref");
    if (reference === "" || leadsSomewhere(inputSchema, reference, anchors)) return [];
    return [
      finding("unresolved_reference", pointer, `$ref "${reference.slice(0, 200)}" leads to nothing.`, {
        severity: "warning",
        fields: fieldAt(pointer),
      }),
    ];
  });
};

/** Whether an internal reference has a target; external ones are unknown. */
function leadsSomewhere(root: JsonObject, reference: string, anchors: ReadonlySet<string>): boolean {
  if (!reference.startsWith("#") || reference === "#") return true;
  const path = decoded(reference.slice(1));
  if (!path.startsWith("/")) return anchors.has(path);
  let at: Json | undefined = root;
  for (const part of path
    .slice(1)
    .split("/")
    .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~")))
    at = Array.isArray(at) ? at[Number(part)] : isObject(at) ? member(at, part) : undefined;
  return isObject(at) || typeof at === "boolean";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const patterns: Check = ({ definition: { inputSchema } }) =>
  schemasIn(inputSchema).flatMap(({ schema, pointer }) => {
    const named = member(schema, "patternProperties");
    const written = [
      ...(textAt(schema, "pattern") === "" ? [] : [[textAt(schema, "pattern"), pointerOf("pattern")]]),
      ...Object.keys(isObject(named) ? named : {}).map((key) => [key, pointerOf("patternProperties", key)]),
    ];
    return written.flatMap(([pattern = "", place = ""]): Finding[] =>
      isPattern(pattern)
        ? []
        : [
            finding(
              "invalid_pattern",
              pointer + place,
              `"${pattern.slice(0, 200)}" is no regular expression.`,
              {
                severity: "warning",
                fields: fieldAt(pointer),
              },
            ),
          ],
    );
  });

/** Whether a pattern is valid for every client: some use the `u` flag and some do not. */
function isPattern(pattern: string): boolean {
  if (pattern.length > PATTERN_CHARS_MAX) return true;
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
