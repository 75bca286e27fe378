import { isObject, keysIn, keysOf, literalOf, literalsIn, textOf } from "./literals";
import type { Key, Keyword, Reader, Said } from "./types";

// Python's jsonschema: every message begins with the value as Python writes it, and names no field unless it is the long form.

type Shape = readonly [shape: RegExp, keyword: Keyword];

/** The first group is the value; a second one what is allowed. */
const SHAPES: readonly Shape[] = [
  [/^(.+) is not one of (\[.*\]|\(.*\))$/s, "enum"],
  [/^(.+) is not of type .+$/s, "type"],
  [/^(.+) is not valid under any of the given schemas$/s, "anyOf"],
  [/^(.+) is valid under each of .+$/s, "anyOf"],
  [/^(.+) does not match r?['"].*$/s, "pattern"],
  [/^(.+) is not a ['"][\w-]+['"]$/s, "format"],
  [/^(.+) is less than (?:or equal to )?the (?:exclusive )?minimum of .+$/s, "minimum"],
  [/^(.+) is greater than (?:or equal to )?the (?:exclusive )?maximum of .+$/s, "maximum"],
  [/^(.+) has non-unique elements$/s, "uniqueItems"],
  [/^(.+) is not a multiple of .+$/s, "other"],
  [/^(.+) (?:does not have enough|has too many) properties$/s, "other"],
  [/^(.+) should not be valid under .+$/s, "other"],
  [/^(.+) is not allowed for .+$/s, "other"],
  [/^(.+) does not contain items matching the given schema$/s, "other"],
];

const LENGTHS: readonly (readonly [RegExp, text: Keyword, list: Keyword])[] = [
  [/^(.+) (?:is too short|should be non-empty)$/s, "minLength", "minItems"],
  [/^(.+) (?:is too long|is expected to be empty)$/s, "maxLength", "maxItems"],
];

function saidOf(message: string): Said[] | null {
  const required = /^('[^']+'|"[^"]+") is a required property$/s.exec(message);
  if (required)
    return [{ keyword: "required", keys: null, name: textOf(literalOf(required[1] ?? "") ?? "") }];
  const more =
    /^(?:Additional|Unevaluated) properties are not allowed \((.+) (?:was|were) unexpected\)$/s.exec(
      message,
    ) ?? /^(.+) (?:does|do) not match any of the regexes: .*$/s.exec(message);
  if (more)
    return literalsIn(more[1] ?? "").map((name) => ({
      keyword: "additionalProperties",
      keys: null,
      name: textOf(name),
    }));
  const dependency = /^('[^']+'|"[^"]+") is a dependency of ('[^']+'|"[^"]+")$/s.exec(message);
  if (dependency) return [{ keyword: "other", keys: [textOf(literalOf(dependency[1] ?? "") ?? "")] }];
  const constant = /^(.+) was expected$/s.exec(message);
  if (constant) return [{ keyword: "const", keys: null, allowed: literalsIn(constant[1] ?? "") }];
  for (const [shape, text, list] of LENGTHS) {
    const value = literalOf(shape.exec(message)?.[1] ?? "-");
    if (isObject(value)) return [{ keyword: "other", keys: null, value }];
    if (value !== undefined) return [{ keyword: Array.isArray(value) ? list : text, keys: null, value }];
  }
  for (const [shape, keyword] of SHAPES) {
    const [, sent = "-", among] = shape.exec(message) ?? [];
    const value = literalOf(sent);
    if (value === undefined) continue;
    const allowed = keyword === "enum" && among !== undefined ? literalOf(among) : undefined;
    return [{ keyword, keys: null, value, ...(Array.isArray(allowed) ? { allowed } : {}) }];
  }
  return null;
}

/** `$.a: 'x' is …`, `a.0: …`, `At /a: …`: some programs put the path before it. */
const PREFIX =
  /^(?:[A-Za-z ]{0,40}?\b(?:error|at|in|for|on|field|path|property|parameter|argument) )?["'`]?(\$[\w.[\]'"-]*|(?:deque\()?\[[\w\s.,'"-]*\]\)?|\/[\w/~.-]+|[A-Za-z_][\w.[\]-]*)["'`]?: +(.+)$/is;

/** `… (at path: a.0)`: others put it behind. */
const SUFFIX =
  /^(.+?),? (?:\((?:at|in|on|path|field|location|at path|in field|at field|property):? |at (?:path )?(?=["'`$/]))["'`]?([$/\w][\w.[\]/-]*)["'`]?\)?$/s;

// Places that one sentence has before and behind it, one within the other.
const PLACES_MAX = 3;

function lineOf(line: string, places = 0): Said[] | null {
  const said = saidOf(line);
  if (said || places >= PLACES_MAX) return said;
  const [, sentence = "", place = ""] = SUFFIX.exec(line) ?? [];
  const before = place === "" ? null : lineOf(sentence, places + 1);
  if (before) return before.map((one) => under(keysOf(place), one));
  const [, path = "", rest = ""] = PREFIX.exec(line) ?? [];
  const after = rest ? lineOf(rest, places + 1) : null;
  if (!after || path === "") return after;
  const listed = literalOf(path.replace(/^deque\(|\)$/g, ""));
  const keys = Array.isArray(listed) ? keysIn(listed) : keysOf(path);
  return after.map((one) => under(keys, one));
}

/** What is said of a place: required and unknown members are in it. */
function under(keys: readonly Key[], said: Said): Said {
  if (said.keys !== null) return said;
  if (said.name === undefined) return { ...said, keys };
  const { name, ...rest } = said;
  return { ...rest, keys: keys.at(-1) === name ? keys : [...keys, name] };
}

const LONG = /^(.*?)\s*Failed validating ['"](\w+)['"] in schema.*?On instance((?:\[[^\]]*\])*):/s;

// The same, cut off before it names the instance: the schema's own path tells the field, but for items of lists.
const LONG_CUT = /^(.*?)\s*Failed validating ['"]\w+['"] in schema((?:\['[^\]']*'\])*)/s;

// What one of its sentences ends with; most messages that are read have none of it, and are not looked at any closer.
const ENDINGS =
  / (?:is|are|was|were) (?:not|a|too|valid|less|greater|expected|unexpected)\b| was expected| (?:does|do) not | should | has (?:non-unique|too many)/;

/** Messages of Python's jsonschema, one or several. */
export const readJsonSchema: Reader = (message) => {
  if (!ENDINGS.test(message)) return null;
  const long = LONG.exec(message);
  if (long) {
    const [, first = "", , path = ""] = long;
    return lineOf(first.trim())?.map((one) => under(keysOf(path), one)) ?? null;
  }
  const cut = LONG_CUT.exec(message);
  if (cut) {
    const keys = /'(?:items|prefixItems)'/.test(cut[2] ?? "")
      ? []
      : keysOf((cut[2] ?? "").replaceAll("['properties']", ""));
    const said = lineOf((cut[1] ?? "").trim());
    return said?.map((one) => (keys.length > 0 ? under(keys, one) : one)) ?? null;
  }
  const lines = message.split("\n").map((line) => lineOf(line.trim()));
  if (lines.length > 1 && lines.filter((line) => line !== null).length > 1)
    return lines.flatMap((line) => line ?? []);
  const whole = lineOf(message.trim());
  if (whole) return whole;
  for (const between of [/\n+/, /; /]) {
    const parts = message.split(between).map((part) => part.replace(/^\s*(?:[-*•]|\d+\.)\s+/, "").trim());
    const said = parts.flatMap((part) => lineOf(part) ?? []);
    if (parts.length > 1 && said.length > 0) return said;
  }
  return null;
};
