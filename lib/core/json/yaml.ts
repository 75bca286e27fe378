import { isAlias, isMap, isScalar, isSeq, type Node, stringify } from "yaml";
import { JSON_LIMITS, type JsonError } from "./parse";
import { readYamlDocument, refusedYaml, yamlTooDeep } from "./yaml-document";

// Parses YAML to JSON and applies the same rules with the strict JSON parser. Refuses YAML without
// a JSON equivalent: aliases (which can expand beyond memory), tags, infinite numbers.

/**
 * JSON text of a YAML document. Numbers keep their digits.
 * @throws JsonError with cause and place
 */
export function jsonOfYaml(text: string): string {
  const refused: Refusal = (what, at) => refusedYaml(text, what, at);
  return jsonOf(readYamlDocument(text).contents, 0, refused);
}

type Refusal = (what: string, at?: number) => JsonError;

function jsonOf(node: Node | unknown, depth: number, refused: Refusal): string {
  if (depth > JSON_LIMITS.maxDepth + 1) throw yamlTooDeep();
  if (node === null || node === undefined) return "null";
  if (isAlias(node)) throw refused("aliases (*name) are not accepted", node.range?.[0]);
  if (isSeq(node)) return `[${node.items.map((item) => jsonOf(item, depth + 1, refused)).join(",")}]`;
  if (isMap(node)) {
    const members = node.items.map(
      ({ key, value }) => `${nameOf(key, refused)}:${jsonOf(value, depth + 1, refused)}`,
    );
    return `{${members.join(",")}}`;
  }
  if (isScalar(node)) return scalarOf(node.value, node.source, () => refused(INFINITE, node.range?.[0]));
  throw refused("a value of this kind is not accepted");
}

function nameOf(key: unknown, refused: Refusal): string {
  if (!isScalar(key)) throw refused("the name of a member is a text");
  return JSON.stringify(typeof key.value === "string" ? key.value : (key.source ?? String(key.value)));
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const INFINITE = "infinity and not-a-number are not accepted";

function scalarOf(value: unknown, source: string | undefined, infinite: () => JsonError): string {
  if (typeof value === "number" && source !== undefined && JSON_NUMBER.test(source)) return source;
  if (typeof value === "number" && !Number.isFinite(value)) throw infinite();
  return JSON.stringify(value ?? null);
}

/** A value as YAML: long texts stay on one line, no aliases, and parsing gives the same value. */
export function yamlOf(value: unknown): string {
  return stringify(value, { version: "1.2", schema: "core", lineWidth: 0, aliasDuplicateObjects: false });
}
