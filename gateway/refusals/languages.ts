import { type Form, keywordIn, of, valued } from "./forms";
import { keysOf, literalsIn } from "./literals";
import type { Keyword } from "./types";

// Sentences of other languages' validators, and of databases.

const TAGS = new Map<string, Keyword>(
  Object.entries({
    required: "required",
    oneof: "enum",
    eq: "const",
    email: "format",
    url: "format",
    uri: "format",
    uuid: "format",
    uuid4: "format",
    datetime: "format",
    ip: "format",
    unique: "uniqueItems",
    min: "minimum",
    gte: "minimum",
    gt: "minimum",
    max: "maximum",
    lte: "maximum",
    lt: "maximum",
    alphanum: "pattern",
    numeric: "type",
    number: "type",
  }),
);

/** The keywords of JSON Schema. */
export const SCHEMA: readonly Form[] = [
  [/^(?:additional|unevaluated)Properties$/, "additionalProperties"],
  [/^(?:anyOf|oneOf)$/, "anyOf"],
  [/^(?:exclusiveM|m)inimum$/, "minimum"],
  [/^(?:exclusiveM|m)aximum$/, "maximum"],
  ...(["required", "type", "enum", "const", "format", "pattern"] as const).map(named),
  ...(["minLength", "maxLength", "minItems", "maxItems", "uniqueItems"] as const).map(named),
];

function named(keyword: Keyword): Form {
  return [new RegExp(`^${keyword}$`), keyword];
}

const snake = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

export const LANGUAGES: readonly Form[] = [
  // Rust's serde
  [
    /^(?:(?<path>[\w.[\]]+): )?unknown variant [`'"](?<value>[^`'"]*)[`'"],? expected (?:one of )?(?<list>.+?)(?: at line .*)?$/,
    "enum",
    ({ path, value, list }) => {
      const allowed = literalsIn((list ?? "").replaceAll("`", '"'));
      return path ? of(path, { keyword: "enum", allowed }) : valued("enum", JSON.stringify(value), allowed);
    },
  ],
  [
    /^(?:(?<path>[\w.[\]]+): )?invalid (?:type|value): (?:(?:string|integer|floating point|boolean|unit value|number) )?(?:sequence|map|(?<value>"(?:[^"\\]|\\.)*"|`[^`]*`|null)),? expected (?<kind>.+?)(?: at line .*)?$/,
    "type",
    ({ path, value }) =>
      path || value === undefined
        ? path
          ? of(path, { keyword: "type" })
          : [{ keyword: "type", keys: null }]
        : valued("type", value.replaceAll("`", "")),
  ],
  // Go
  [/json: cannot unmarshal \w+ into Go (?:struct field \w+\.(?<path>[\w.]+)|value) of type/, "type"],
  // About a schema, by its path.
  [
    /\bvalidating (?<place>\/properties\/\S+): (?<keyword>[a-zA-Z]+): /,
    "other",
    ({ place = "", keyword = "" }) => {
      const names = [...place.matchAll(/\/properties\/([^/]+)/g)].map(([, name]) => name ?? "");
      const isInList = /\/(?:items|prefixItems|additionalProperties)(?:\/|$)/.test(place);
      return of(isInList ? names.at(-1) : names.join("."), {
        keyword: keywordIn(SCHEMA, keyword) ?? "other",
      });
    },
  ],
  [
    /Key: '\w+\.(?<path>[\w.[\]]+)' Error:Field validation for '[\w[\]]+' failed on the '(?<tag>\w+)' tag/,
    "other",
    ({ path = "", tag = "" }) => {
      const keys = keysOf(path).map((key) => (typeof key === "string" ? snake(key) : key));
      const said = { keyword: TAGS.get(tag) ?? ("other" as const), sized: true };
      // Go's own names are approximate; a path and JSON names are exact.
      return keys.length > 1 || /^[a-z]/.test(path)
        ? [{ ...said, keys }]
        : [{ ...said, keys: null, name: snake(path), spoken: true }];
    },
  ],
  [
    /Field validation for '(?<field>\w+)' failed on the '(?<tag>\w+)' tag/,
    "other",
    ({ field = "", tag = "" }) => [
      { keyword: TAGS.get(tag) ?? "other", keys: null, name: snake(field), spoken: true, sized: true },
    ],
  ],
  // Databases
  [/invalid input value for enum [\w."]+: (?<value>".*")/, "enum"],
  [
    /invalid input syntax for type (?=[\w ]*(?:uuid|date|time|inet|json|interval))[\w ]+: (?<value>".*")/,
    "format",
  ],
  [/invalid input syntax for type [\w ]+: (?<value>".*")/, "type"],
  [/null value in column "(?<name>\w+)"/, "required"],
];
