import { type Form, readForms, under } from "./forms";
import { keysIn, keysOf, literalOf } from "./literals";
import type { Key, Reader, Said } from "./types";

// Python's jsonschema: messages begin with the value in Python syntax, and name the field only in
// the long form.

const FORMS: readonly Form[] = [
  [/^(?<names>'[^']+'|"[^"]+") is a required property$/, "required"],
  [
    /^(?:Additional|Unevaluated) properties are not allowed \((?<names>.+) (?:was|were) unexpected\)$/s,
    "additionalProperties",
  ],
  [/^(?<names>.+) (?:does|do) not match any of the regexes: .*$/s, "additionalProperties"],
  [
    /^['"](?<name>[^'"]+)['"] is a dependency of ['"][^'"]+['"]$/,
    "other",
    ({ name = "" }) => [{ keyword: "other", keys: [name] }],
  ],
  [/^(?<list>.+) was expected$/s, "const"],
  [/^(?<literal>\{.*\}) (?:is too (?:short|long)|should be non-empty|is expected to be empty)$/s, "other"],
  [/^(?<literal>[[(].*[\])]) (?:is too short|should be non-empty)$/s, "minItems"],
  [/^(?<literal>[[(].*[\])]) (?:is too long|is expected to be empty)$/s, "maxItems"],
  [/^(?<literal>.+) (?:is too short|should be non-empty)$/s, "minLength"],
  [/^(?<literal>.+) (?:is too long|is expected to be empty)$/s, "maxLength"],
  [
    /^(?<literal>.+) is not one of (?:(?<list>[[(](?:'[^']*'|"[^"]*"|[^[\]()'"…])*[\])])|\[.*\]|\(.*\))$/s,
    "enum",
  ],
  [/^(?<literal>.+) is not of type .+$/s, "type"],
  [/^(?<literal>.+) is (?:not valid under any of the given schemas|valid under each of .+)$/s, "anyOf"],
  [/^(?<literal>.+) does not match r?['"].*$/s, "pattern"],
  [/^(?<literal>.+) is not a ['"][\w-]+['"]$/s, "format"],
  [/^(?<literal>.+) is less than (?:or equal to )?the (?:exclusive )?minimum of .+$/s, "minimum"],
  [/^(?<literal>.+) is greater than (?:or equal to )?the (?:exclusive )?maximum of .+$/s, "maximum"],
  [/^(?<literal>.+) has non-unique elements$/s, "uniqueItems"],
  [
    /^(?<literal>.+) (?:is not a multiple of .+|does not have enough properties|has too many properties|should not be valid under .+|is not allowed for .+|does not contain items matching the given schema)$/s,
    "other",
  ],
];

/** `$.a: 'x' is …`, `a.0: …`, `At /a: …`: some programs put the path before it. */
const PREFIX =
  /^(?:[A-Za-z ]{0,40}?\b(?:error|at|in|for|on|field|path|property|parameter|argument) )?["'`]?(\$[\w.[\]'"-]*|(?:deque\()?\[[\w\s.,'"-]*\]\)?|\/[\w/~.-]+|[A-Za-z_][\w.[\]-]*)["'`]?: +(.+)$/is;

/** `… (at path: a.0)`: others append it. */
const SUFFIX =
  /^(.+?),? (?:\((?:at|in|on|path|field|location|at path|in field|at field|property):? |at (?:path )?(?=["'`$/]))["'`]?([$/\w][\w.[\]/-]*)["'`]?\)?$/s;

// Maximum of nested paths around one sentence.
const PLACES_MAX = 3;

function lineOf(line: string, places = 0): Said[] | null {
  const said = readForms(FORMS, line);
  if (said || places >= PLACES_MAX) return said;
  const [, sentence = "", place = ""] = SUFFIX.exec(line) ?? [];
  const before = place === "" ? null : lineOf(sentence, places + 1);
  if (before) return before.map((one) => beside(keysOf(place), one));
  const [, path = "", rest = ""] = PREFIX.exec(line) ?? [];
  const after = rest ? lineOf(rest, places + 1) : null;
  if (!after || path === "") return after;
  const listed = literalOf(path.replace(/^deque\(|\)$/g, ""));
  const keys = Array.isArray(listed) ? keysIn(listed) : keysOf(path);
  return after.map((one) => beside(keys, one));
}

/** What is said of the innermost of several places, of which a member's name may be the last part. */
const beside = (keys: readonly Key[], said: Said): Said =>
  said.keys === null ? under(keys.at(-1) === said.name ? keys.slice(0, -1) : keys, said) : said;

const LONG = /^(.*?)\s*Failed validating ['"](\w+)['"] in schema.*?On instance((?:\[[^\]]*\])*):/s;

// The long form, truncated before the instance: the schema path still gives the field, except in
// list items.
const LONG_CUT = /^(.*?)\s*Failed validating ['"]\w+['"] in schema((?:\['[^\]']*'\])*)/s;

// Endings of its sentences, a cheap test that most other messages fail.
const ENDINGS =
  / (?:is|are|was|were) (?:not|a|too|valid|less|greater|expected|unexpected)\b| was expected| (?:does|do) not | should | has (?:non-unique|too many)/;

/** Messages of Python's jsonschema, one or several. */
export const readJsonSchema: Reader = (message) => {
  if (!ENDINGS.test(message)) return null;
  const long = LONG.exec(message);
  if (long) {
    const [, first = "", , path = ""] = long;
    return lineOf(first.trim())?.map((one) => beside(keysOf(path), one)) ?? null;
  }
  const cut = LONG_CUT.exec(message);
  if (cut) {
    const keys = /'(?:items|prefixItems)'/.test(cut[2] ?? "")
      ? []
      : keysOf((cut[2] ?? "").replaceAll("['properties']", ""));
    const said = lineOf((cut[1] ?? "").trim());
    return said?.map((one) => (keys.length > 0 ? beside(keys, one) : one)) ?? null;
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
