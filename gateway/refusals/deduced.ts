import { isObject, literalAt, textOf } from "./literals";
import type { Json, Keyword, Said } from "./types";

// Deduces facts about the value from a sentence without a field.

const KINDS: readonly (readonly [RegExp, (value: Json) => boolean])[] = [
  [/^(?:str|string|text)$/i, (value) => typeof value === "string"],
  [/^(?:int|integer|int32|int64|long)$/i, (value) => Number.isInteger(value)],
  [/^(?:float|double|decimal|number|numeric)$/i, (value) => typeof value === "number"],
  [/^bool(?:ean)?$/i, (value) => typeof value === "boolean"],
  [/^(?:array|list|tuple|set|sequence)$/i, (value) => Array.isArray(value)],
  [/^(?:object|dict|dictionary|map|mapping|record)$/i, isObject],
  [/^(?:null|none|nonetype)$/i, (value) => value === null],
];

const kindOf = (word: string | undefined) => KINDS.find(([shape]) => word && shape.test(word))?.[1];

const EXPECTED =
  /(?:\bexpected|\bmust be|\bshould be|\bis not|\bnot an?|\bof type)(?: (?:of|to|be|type|an?|valid)\b)*:? ["'`]?(\w+)/i;
const RECEIVED =
  /(?:\breceived|\bgot|\bgiven|\binstead was|\bbut (?:it )?was|\binput_type=|\bunable to parse)(?: (?:an?|type)\b)?:? ?["'`]?(\w+)/i;

type Breaks = (value: Json) => boolean;

const isScalar = (value: Json) => typeof value !== "object" || value === null;

/** Tests for a value of another type than the text expects; undefined without an expected type. */
export function mistyped(text: string): Breaks | undefined {
  const expected = kindOf(EXPECTED.exec(text)?.[1]);
  const received = kindOf(RECEIVED.exec(text)?.[1]);
  if (!expected && !received) return undefined;
  const unread = /unable to parse string as an? (?:int|number|float|decimal)/i.test(text);
  return (value) =>
    (received ? received(value) : isScalar(value)) &&
    !expected?.(value) &&
    !(unread && textOf(value).trim() !== "" && !Number.isNaN(Number(textOf(value))));
}

function unlisted(allowed: readonly Json[] | undefined): Breaks {
  const kinds = new Set((allowed ?? []).map((one) => typeof one));
  return (value) =>
    isScalar(value) &&
    (kinds.size === 0 ? typeof value === "string" : kinds.has(typeof value)) &&
    !allowed?.includes(value);
}

const BOUND =
  /(?:\bthan(?: or equal to)?|[<>]=?|\bat (?:least|most)|\bminimum(?: of)?|\bmaximum(?: of)?|\bexactly) ?(-?\d+(?:\.\d+)?)/i;

/** Tests for a length or number beyond the bound in the text. */
function beyond(keyword: Keyword, text: string): Breaks | undefined {
  const found = BOUND.exec(text);
  if (!found) return undefined;
  const bound = Number(found[1]);
  const isOpen =
    /imum$/.test(keyword) &&
    /(?:(?:greater|less|more) than|[<>]) ?-?\d/i.test(text) &&
    !/or equal/i.test(text);
  const sizeOf = (value: Json) => {
    if (/Length$/.test(keyword)) return typeof value === "string" ? value.length : null;
    if (/Items$/.test(keyword)) return Array.isArray(value) ? value.length : null;
    return typeof value === "number" ? value : null;
  };
  return (value) => {
    const size = sizeOf(value);
    if (size === null) return false;
    if (isOpen && size === bound) return true;
    return keyword.startsWith("min") ? size < bound : size > bound;
  };
}

const FORMATS: readonly (readonly [RegExp, RegExp])[] = [
  [/e-?mail/i, /^[^@\s]+@[^@\s]+$/],
  [/\bur[li]\b/i, /^[a-z][a-z+.-]*:\/\/\S/i],
  [/\b(?:uuid|guid)\b/i, /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i],
  [/\bdate/i, /^\d{4}-\d\d-\d\d/],
];

function unformatted(text: string): Breaks | undefined {
  const shape = FORMATS.find(([name]) => name.test(text))?.[1];
  return (value) => typeof value === "string" && !shape?.test(value);
}

const NAMES: readonly (readonly [format: RegExp, name: RegExp])[] = [
  [/e-?mail/i, /mail/i],
  [/\bur[li]\b/i, /ur[li]|link|href|endpoint|hook/i],
  [/\b(?:uuid|guid)\b/i, /id$/i],
  [
    /\b(?:date|datetime|time|timestamp)\b/i,
    /date|time|day|(?:At|_at|On|_on)$|start|end|since|until|when|due/i,
  ],
  [/\bip(?:v[46])?\b/i, /^ip|ip$|addr|host/i],
  [/\bphone\b/i, /phone|mobile|tel/i],
];

/** Agents guess near valid values, and fields are named after their content. */
function likelyOf({ keyword, allowed }: Said, text: string): Said["likely"] {
  if (keyword === "enum" || keyword === "const")
    return (_, value) => Math.max(0, ...(allowed ?? []).map((one) => likeness(textOf(one), textOf(value))));
  const name = keyword === "format" ? NAMES.find(([format]) => format.test(text))?.[1] : undefined;
  return name && ((key) => (name.test(String(key)) ? 1 : 0));
}

// Below it two texts share little more than a first letter.
const LIKE_MIN = 0.5;

/** The common prefix as a share of the longer text; 0 below a half. */
function likeness(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ""));
  const longest = Math.max(x?.length ?? 0, y?.length ?? 0);
  let same = 0;
  while (same < longest && x?.[same] !== undefined && x[same] === y?.[same]) same += 1;
  const share = longest === 0 ? 0 : same / longest;
  return share >= LIKE_MIN ? share : 0;
}

function breaksOf(keyword: Keyword, text: string, allowed: readonly Json[] | undefined): Breaks | undefined {
  if (keyword === "type" || keyword === "anyOf") return mistyped(text);
  if (keyword === "enum" || keyword === "const") return unlisted(allowed);
  if (keyword === "format" || keyword === "pattern") return unformatted(keyword === "format" ? text : "");
  if (keyword === "uniqueItems")
    return (value) =>
      Array.isArray(value) && new Set(value.map((one) => JSON.stringify(one))).size < value.length;
  return /^(?:min|max)/.test(keyword) ? beyond(keyword, text) : undefined;
}

const SENT =
  /(?:\binput: |\binput_value=|\b(?:got|received|given|found|instead was|but was|you (?:sent|provided|passed)):? )(?=["'`\d[-])/i;

/** The value that a sentence quotes at its end; undefined without one. */
function repeated(text: string): Json | undefined {
  const found = SENT.exec(text);
  return found
    ? literalAt(text.slice(found.index + found[0].length).replace(/^`([^`"]*)`/, '"$1"'))
    : undefined;
}

const isPlaceless = ({ keys, name, value, keyword }: Said) =>
  (keys === null || keys.length === 0) &&
  name === undefined &&
  value === undefined &&
  keyword !== "required" &&
  keyword !== "additionalProperties";

// Longer texts are lists of errors.
const TEXT_MAX = 1_000;

/** What the sentence says about the value if neither it nor its path is known. */
export function deduced(said: Said, sentence: string): Said {
  if (!isPlaceless(said)) return said;
  const text = sentence.slice(0, TEXT_MAX);
  const value = repeated(text);
  if (value !== undefined) return { ...said, keys: null, value };
  const breaks = breaksOf(said.keyword, text, said.allowed);
  const likely = likelyOf(said, text);
  return breaks ? { ...said, breaks, ...(likely ? { likely } : {}) } : said;
}
