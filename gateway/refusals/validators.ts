import { type Form, keywordIn, namesIn } from "./forms";
import { keysOf, literalOf, literalsIn } from "./literals";
import type { Json, Key, Said } from "./types";
import { SENTENCES } from "./validator-sentences";

// JSON Schema validators in Java, .NET, Go, Rust, Ruby and Python, which print a path and a
// sentence per line.

/** The keys of a JSON path, a pointer or a fragment. */
const keysAt = (place: string): Key[] => keysOf(place.replace(/^#/, "").replace(/^data(?=[.[]|$)\.?/, ""));

const PLACE = String.raw`(?<place>(?:\$|#)(?:[/.[][^\s:]{0,200})?|\/[^\s:]{1,200})`;
const LINES: readonly RegExp[] = [
  new RegExp(`^${PLACE}: (?<sentence>.+)$`, "s"),
  // Go
  /^(?:jsonschema: )?(?:- )?(?:at )?'(?<place>(?:\/[^']{0,200})?)'(?: does not validate with \S{1,300})?: (?<sentence>.+)$/s,
  // Python's fastjsonschema
  /^(?<place>data(?:[.[][^\s]{0,200})?) (?<sentence>must (?:not )?contain .+)$/s,
  // Ruby
  /^(?:value|object|array|string|number|(?:string|array) (?:length|size)|object property) at (?:`(?<place>\/[^`]{0,200})`|root) (?<sentence>.+)$/s,
  /^The property '#(?<place>\/[^']{0,200})' (?<sentence>.+?)(?: in schema .{1,200})?$/s,
  // PHP, and Rust's validator
  /^\[(?<place>[\w.[\]]{0,200})\] (?<sentence>(?:The property |\w+ value found|Does not |Must ).+)$/s,
  /^(?<place>[\w.[\]]{1,200}): (?<sentence>Validation error: .+|length is .+)$/s,
  // Whole messages of Java, Swift and .NET, some with the path at the end.
  /^(?<sentence>java\.lang\.NumberFormatException: .+?) at path (?<place>\$\S{0,200})$/s,
  /^(?<sentence>(?:Required properties|keyNotFound\(|JSON deserialization for type|Cannot deserialize value of type .java\.) ?.+)$/s,
  // Rust
  /^(?<sentence>.+ is not one of ["'\d].* or .+?)(?: at (?<place>\/\S{1,200}))?$/s,
];
const HEAD =
  /^(?:jsonschema validation failed with .{1,300}|#: \d+ schema violations? found|\d+ (?:validation )?errors?:?|validation failed:?)$/i;

// NJsonSchema: a kind of error and a place.
const KINDS: readonly Form[] = [
  [/^PropertyRequired$/, "required"],
  [/^(?:NoAdditionalPropertiesAllowed|AdditionalPropertiesNotValid)$/, "additionalProperties"],
  [/^(?:Date(?:Time)?|Time(?:Span)?|Uri|Email|Guid|Uuid|IpV[46]|Hostname|Base64)Expected$/, "format"],
  [/^(?:Integer|Number|String|Boolean|Array|Object|Null|\w*Type)Expected$/, "type"],
  [/^NotInEnumeration$/, "enum"],
  [/^(?:Number|Integer)TooSmall$/, "minimum"],
  [/^(?:Number|Integer)TooBig$/, "maximum"],
  [/^StringTooShort$/, "minLength"],
  [/^StringTooLong$/, "maxLength"],
  [/^TooFewItems$/, "minItems"],
  [/^TooManyItems$/, "maxItems"],
  [/^PatternMismatch$/, "pattern"],
  [/^ItemsNotUnique$/, "uniqueItems"],
  [/^(?:NotAnyOf|NotOneOf|NoTypeValidates)$/, "anyOf"],
];

function kindOf(line: string): Said[] | null {
  const [, kind = "", place = ""] = /^([A-Z][A-Za-z0-9]{3,40}): #(?:\/(\S{0,200}))?$/.exec(line) ?? [];
  const keyword = keywordIn(KINDS, kind);
  return keyword === undefined ? null : [{ keyword, keys: keysOf(place) }];
}

function lineOf(line: string): Said[] | null {
  const kind = kindOf(line);
  if (kind) return kind;
  for (const shape of LINES) {
    const { place = null, sentence = "" } = shape.exec(line)?.groups ?? {};
    const said = sentence === "" ? null : sentenceOf(sentence, place);
    if (said) return said;
  }
  return null;
}

/** Reads a sentence of these validators, with its path or without; null for another program's. */
export function sentenceOf(sentence: string, place: string | null): Said[] | null {
  const keys = place === null ? null : keysAt(place);
  for (const [shape, keyword] of SENTENCES) {
    const found = shape.exec(sentence);
    if (!found) continue;
    const { names, value, bare, allowed } = found.groups ?? {};
    if (names !== undefined)
      return namesIn(names).map((name) => ({
        keyword,
        keys: keys?.at(-1) === name ? keys : [...(keys ?? []), name],
      }));
    const sent: Json | undefined = bare ?? (value === undefined ? undefined : literalOf(value));
    const listed = allowed === undefined ? [] : literalsIn(allowed).flat();
    const own = keys === null || sent === undefined || keys.length === 0 ? { keys: keys ?? null } : { keys };
    return [
      {
        keyword,
        ...own,
        ...(own.keys === null && sent !== undefined ? { value: sent } : {}),
        ...(listed.length > 0 ? { allowed: listed } : {}),
      },
    ];
  }
  return null;
}

const LINES_MAX = 50;
const LINE_MAX = 1_000;

/** Messages of these validators, one or several; null if a line belongs to another program. */
export function readValidators(message: string): Said[] | null {
  if (message.length > LINES_MAX * LINE_MAX) return null;
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !HEAD.test(line));
  if (lines.length === 0 || lines.length > LINES_MAX) return null;
  if (lines.some((line) => line.length > LINE_MAX)) return null;
  const said = lines.map(lineOf);
  return said.some((one) => one === null) ? null : said.flatMap((one) => one ?? []);
}
