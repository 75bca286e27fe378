import { deduced } from "./deduced";
import { type Form, keywordIn, readForms, readPlaced, under } from "./forms";
import { isObject, keysIn, keysOf, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// zod 3 and 4: issue lists, their texts alone, prettified errors and zod-validation-error's
// sentences.

const ISO = "(?:ISO )?(?:datetime|date|time|duration)(?: string)?";
const FORMAT =
  "email(?: address)?|ur[li]|uuid|guid|cuid2?|ulid|xid|ksuid|nanoid|ip(?:v[46])?(?: address| range)?|cidr|base64(?:url)?|emoji|jwt|E\\.164 number|base64-encoded string|JSON string|regex";

const TEXTS: readonly Form[] = [
  [/^Required$/, "required"],
  [/^(?:Invalid input: )?expected .+, received undefined$/i, "required"],
  [/^(?:Invalid input: )?expected .+, received .+$/i, "type"],
  [
    /^Invalid (?:enum value\. E|discriminator value\. E|option: e(?=xpected one of)|input: e(?=xpected one of))xpected (?:one of )?(?<list>.+?)(?:, received (?<value>["'\d].*))?$/,
    "enum",
  ],
  [
    /^Invalid (?:literal value, expected|input: expected(?= ["'\d-])) (?<list>.+?)(?:, received (?<value>["'\d].*))?$/,
    "const",
  ],
  [/^Unrecognized key[^:]*:(?<names>.+)$/s, "additionalProperties"],
  [/^String must contain (?:at least|exactly|over|more than)|^Too small: expected string/, "minLength"],
  [/^String must contain (?:at most|under|fewer than|less than)|^Too big: expected string/, "maxLength"],
  [
    /^(?:Array|Set) must contain (?:at least|exactly|more than)|^Too small: expected (?:array|set|map|file)/,
    "minItems",
  ],
  [
    /^(?:Array|Set) must contain (?:at most|less than|fewer than)|^Too big: expected (?:array|set|map|file)/,
    "maxItems",
  ],
  [
    /^(?:Number|BigInt|Date) must be (?:greater than|less than or equal to the minimum)|^Too small/,
    "minimum",
  ],
  [/^(?:Number|BigInt|Date) must be (?:less than|smaller than)|^Too big/, "maximum"],
  [/^Invalid (?:string|input): must|^Invalid$/, "pattern"],
  [/^Invalid number: must be a multiple|^Number must be (?:a multiple|finite)/, "other"],
  [new RegExp(`^Invalid ${ISO}$`), "format"],
  [new RegExp(`^Invalid (?:${FORMAT})`, "i"), "format"],
  [/^Invalid input$/, "anyOf"],
];

/** What an issue's text says at a place; null for a text that is not zod's. */
const textAt = (keys: readonly Key[], text: string): Said[] | null =>
  readForms(TEXTS, text)?.map((one) => under(keys, one)) ?? null;

type Issue = { [key: string]: Json };

// The lines of an issue: its code, the type that was received, what it is of or how many values it lists, its text.
const CODES: readonly Form[] = [
  [/^invalid_type\n(?:undefined\n|.*\n.*\n(?:Required|.*received undefined)$)/, "required"],
  [/^invalid_type\n/, "type"],
  [/^(?:invalid_literal\n|invalid_value\n.*\n1\n)/, "const"],
  [/^invalid_(?:enum_value|union_discriminator|value|union\n.*\n\d+)\n/, "enum"],
  [/^invalid_union\n/, "anyOf"],
  [/^too_small\n.*\nstring\n/, "minLength"],
  [/^too_big\n.*\nstring\n/, "maxLength"],
  [/^too_small\n.*\n(?:array|set)\n/, "minItems"],
  [/^too_big\n.*\n(?:array|set)\n/, "maxItems"],
  [/^too_small\n/, "minimum"],
  [/^too_big\n/, "maximum"],
  // Formats that are patterns by another name.
  [
    /^invalid_(?:string|format)\n.*\n(?:\{.*|regex|starts_with|ends_with|includes|lowercase|uppercase)\n/,
    "pattern",
  ],
  [/^invalid_(?:string|format|date)\n/, "format"],
  [
    /^(?:not_multiple_of|not_finite|custom|invalid_(?:key|element|arguments|return_type|intersection_types))\n/,
    "other",
  ],
];

function keywordOf(issue: Issue): Keyword | undefined {
  const { code, received, type, format, validation, origin, values, options, message } = issue;
  const listed = [values, options].find(Array.isArray)?.length;
  const lines = [code, received, type ?? format ?? validation ?? origin ?? listed, message];
  return keywordIn(CODES, lines.map((line) => textOf(line ?? "")).join("\n"));
}

/** An issue of which the end was cut off, and its place with that. */
const isCut = (issue: Issue) =>
  issue.path === undefined && issue.message === undefined && (keywordOf(issue) ?? "other") !== "other";

function cutIssue(issue: Issue): Said[] {
  const keyword = keywordOf(issue) ?? "other";
  const inner = JSON.stringify(issue.errors ?? issue.unionErrors ?? "");
  const received = issue.code === "invalid_type" || keyword === "anyOf" ? undefined : issue.received;
  const listed = issue.options ?? issue.values;
  const told =
    /received \w+/.exec(inner)?.[0] ??
    `expected ${textOf(issue.expected ?? "")}, received ${textOf(issue.received ?? "")}`;
  const bound = issue.minimum ?? issue.maximum;
  const text =
    bound === undefined ? told : `${issue.inclusive === false ? "more than" : "at least"} ${textOf(bound)}`;
  const allowed = Array.isArray(listed) && listed.length > 0 ? { allowed: listed } : {};
  return [
    deduced(
      { keyword, keys: null, ...allowed, ...(received === undefined ? {} : { value: received }) },
      text,
    ),
  ];
}

/** zod's issues as objects; null for another library's list. */
export function zodIssues(list: readonly Json[]): Said[] | null {
  const issues = list
    .filter(isObject)
    .filter((one) => typeof one.code === "string" && (Array.isArray(one.path) || isCut(one)));
  if (issues.length === 0) return null;
  return issues.flatMap((issue): Said[] => {
    if (!Array.isArray(issue.path)) return cutIssue(issue);
    const keys = keysIn(issue.path);
    if (issue.code === "unrecognized_keys")
      return (Array.isArray(issue.keys) ? issue.keys : []).map((name) => ({
        keyword: "additionalProperties",
        keys: [...keys, textOf(name)],
      }));
    const keyword = keywordOf(issue) ?? keywordIn(TEXTS, textOf(issue.message ?? "")) ?? "other";
    const allowed =
      keyword === "const" && issue.expected !== undefined
        ? [issue.expected]
        : (issue.options ?? issue.values);
    return [{ keyword, keys, ...(Array.isArray(allowed) ? { allowed } : {}) }];
  });
}

/** Several expected types of one value are a union. */
function isUnion(texts: readonly Json[]): boolean {
  const expected = texts.map((text) => /^Invalid input: expected (\w+), received/.exec(textOf(text))?.[1]);
  return !expected.includes(undefined) && new Set(expected).size > 1;
}

/** A formatted, flattened or treeified error: texts by field. */
export function zodTree(value: { [key: string]: Json }): Said[] | null {
  const said: Said[] = [];
  const texts = (list: Json | undefined, keys: readonly Key[]) => {
    if (Array.isArray(list) && isUnion(list)) said.push({ keyword: "anyOf", keys });
    else
      for (const text of Array.isArray(list) ? list : [])
        if (typeof text === "string") said.push(...(textAt(keys, text) ?? [{ keyword: "other", keys }]));
  };
  const visit = (node: Json | undefined, keys: readonly Key[]) => {
    if (Array.isArray(node)) for (const [at, item] of node.entries()) visit(item, [...keys, at]);
    if (!isObject(node)) return;
    texts(node._errors ?? node.errors, keys);
    if (isObject(node.properties))
      for (const [key, inner] of Object.entries(node.properties)) visit(inner, [...keys, key]);
    else if (Array.isArray(node.items)) visit(node.items, keys);
    else if (node._errors !== undefined)
      for (const [key, inner] of Object.entries(node))
        if (key !== "_errors") visit(inner, [...keys, /^\d+$/.test(key) ? Number(key) : key]);
  };
  if (isObject(value.fieldErrors)) {
    for (const [key, list] of Object.entries(value.fieldErrors)) texts(list, [key]);
    texts(value.formErrors, []);
  } else if (Array.isArray(value._errors) || (Array.isArray(value.errors) && isObject(value.properties)))
    visit(value, []);
  return said.length > 0 ? said : null;
}

const PRETTY = /[✖×]\s*(.+?)(?:\n\s*→\s*at\s+(.+?))?\s*(?=\n\s*[✖×]|$)/gs;

// Programs join issues with semicolons, newlines, or commas before the next path.
const BETWEEN = /; |\n|, (?=["'`]?[A-Za-z_$][\w$.[\]-]{0,200}["'`]?: (?:[A-Z]|expected))/;

const PLACED: readonly RegExp[] = [
  /^(?<sentence>.+?) at "(?<place>.+)"$/s,
  /^(?<sentence>.+?) at (?:path )?(?<place>[\w.[\]]+)$/,
  /^["'`]?(?<place>\/?[A-Za-z_][\w./[\]-]*)["'`]?: (?<sentence>.+)$/s,
];

/** zod's texts without their issues: prettified, in zod-validation-error's sentences, or bare. */
export const readZod: Reader = (message) => {
  const pretty = [...message.matchAll(PRETTY)].flatMap(
    ([, text = "", path]) => textAt(path ? keysOf(path) : [], text.trim()) ?? [],
  );
  if (pretty.length > 0) return pretty;
  const said = message.split(BETWEEN).flatMap((part): Said[] => {
    const text = part.trim().replace(/^[-*•]\s+/, "");
    // Of a union the sentence of the first of its members is enough.
    const one = text.replace(/, or .+(?= at )/s, "");
    const placed = readPlaced(PLACED, TEXTS, one);
    if (placed) return one === text ? placed : placed.map(({ keys }) => ({ keyword: "anyOf", keys }));
    return readForms(TEXTS, text)?.map((said) => deduced(said, text)) ?? [];
  });
  return said.length > 0 ? said : null;
};
