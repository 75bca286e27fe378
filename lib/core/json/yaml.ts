import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, stringify } from "yaml";
import { JSON_LIMITS, JsonError } from "./parse";

// YAML is read as the JSON that it stands for, and then held to the same rules: the strict reader goes over what comes out of here.
// What has no counterpart in JSON is refused: aliases (which may stand for more than memory holds), tags, numbers without an end.

/**
 * The JSON text that a YAML document stands for. Numbers keep their digits.
 * @throws JsonError saying what is wrong and where
 */
export function jsonOfYaml(text: string): string {
  if (opensTooOften(text)) throw tooDeep();
  const document = readDocument(text);
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong) throw refused(firstLine(wrong.message), wrong.pos[0]);
  return jsonOf(document.contents, 0);
}

// More unclosed brackets than any value within the limits has, those in texts included.
const OPEN_MAX = 1_000;

/** The reader takes seconds for what is nested without end, before it gives up. */
function opensTooOften(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length && open <= OPEN_MAX; at += 1) {
    const unit = text[at];
    if (unit === "[" || unit === "{") open += 1;
    else if (unit === "]" || unit === "}") open = Math.max(0, open - 1);
  }
  return open > OPEN_MAX;
}

// Each name would be compared with all before it. What stands twice is found by the strict reader, which goes over it afterwards.
const UNCHECKED = { uniqueKeys: false } as const;

function readDocument(text: string) {
  try {
    const how = { version: "1.2", schema: "core", merge: false, resolveKnownTags: false } as const;
    return parseDocument(text, { ...how, ...UNCHECKED });
  } catch (error) {
    // So deep that the reader ran out of stack.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function refused(what: string, at = 0): JsonError {
  return new JsonError("malformed", what, "", at);
}

function tooDeep(): JsonError {
  return new JsonError("too_deep", `values are nested deeper than ${JSON_LIMITS.maxDepth}`, "", 0);
}

const firstLine = (message: string) => (message.split("\n")[0] ?? "").replace(/[.:]$/, "");

function jsonOf(node: Node | unknown, depth: number): string {
  if (depth > JSON_LIMITS.maxDepth + 1) throw tooDeep();
  if (node === null || node === undefined) return "null";
  if (isAlias(node)) throw refused("aliases (*name) are not accepted", node.range?.[0]);
  if (isSeq(node)) return `[${node.items.map((item) => jsonOf(item, depth + 1)).join(",")}]`;
  if (isMap(node)) {
    const members = node.items.map(({ key, value }) => `${nameOf(key)}:${jsonOf(value, depth + 1)}`);
    return `{${members.join(",")}}`;
  }
  if (isScalar(node)) return scalarOf(node.value, node.source, node.range?.[0]);
  throw refused("a value of this kind is not accepted");
}

function nameOf(key: unknown): string {
  if (!isScalar(key)) throw refused("the name of a member is a text");
  return JSON.stringify(typeof key.value === "string" ? key.value : (key.source ?? String(key.value)));
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function scalarOf(value: unknown, source: string | undefined, at: number | undefined): string {
  if (typeof value === "number" && source !== undefined && JSON_NUMBER.test(source)) return source;
  if (typeof value === "number" && !Number.isFinite(value))
    throw refused("infinity and not-a-number are not accepted", at);
  return JSON.stringify(value ?? null);
}

/** A value as YAML: long texts stay on their line, nothing is an alias, and reading it back gives the same value. */
export function yamlOf(value: unknown): string {
  return stringify(value, { version: "1.2", schema: "core", lineWidth: 0, aliasDuplicateObjects: false });
}
