import { deduced } from "./deduced";
import { isObject, keysIn, keysOf, literalsIn, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// zod 3 and 4: lists of issues, their texts alone, prettified errors and zod-validation-error's sentences.

const SHAPES: readonly (readonly [RegExp, Keyword])[] = [
  [/^Required$/, "required"],
  [/^(?:Invalid input: )?expected .+, received undefined$/i, "required"],
  [/^(?:Invalid input: )?expected .+, received .+$/i, "type"],
  [/^Invalid enum value\. Expected/, "enum"],
  [/^Invalid option: expected one of/, "enum"],
  [/^Invalid discriminator value\. Expected/, "enum"],
  [/^Invalid literal value, expected/, "const"],
  [/^Invalid input: expected one of/, "enum"],
  [/^Invalid input: expected ["'\d-]/, "const"],
  [/^Unrecognized key/, "additionalProperties"],
  [/^String must contain (?:at least|over|more than)/, "minLength"],
  [/^String must contain (?:at most|under|fewer than|less than)/, "maxLength"],
  [/^(?:Array|Set) must contain (?:at least|more than)/, "minItems"],
  [/^(?:Array|Set) must contain (?:at most|less than|fewer than)/, "maxItems"],
  [/^(?:Number|BigInt|Date) must be (?:greater than|less than or equal to the minimum)/, "minimum"],
  [/^(?:Number|BigInt|Date) must be (?:less than|smaller than)/, "maximum"],
  [/^Too small: expected string/, "minLength"],
  [/^Too small: expected (?:array|set|map|file)/, "minItems"],
  [/^Too small/, "minimum"],
  [/^Too big: expected string/, "maxLength"],
  [/^Too big: expected (?:array|set|map|file)/, "maxItems"],
  [/^Too big/, "maximum"],
  [/^Invalid string: must|^Invalid input: must/, "pattern"],
  [/^Invalid number: must be a multiple|^Number must be (?:a multiple|finite)/, "other"],
  [/^Invalid (?:date|(?:ISO )?(?:datetime|date|time|duration)(?: string)?)$/, "format"],
  [
    /^Invalid (?:email(?: address)?|ur[li]|uuid|guid|cuid2?|ulid|xid|ksuid|nanoid|ip(?:v[46])?(?: address| range)?|cidr|base64(?:url)?|emoji|jwt|E\.164 number|base64-encoded string|JSON string|regex)/i,
    "format",
  ],
  [/^Invalid input$/, "anyOf"],
  [/^Invalid$/, "pattern"],
];

const EXACT = /^(String|Array) must contain exactly (\d+)/;
const STATED =
  /^Invalid (?:enum value|option|discriminator value|literal value|input)\b.*?expected (?:one of )?(.+?)(?:, received (.*))?$/i;

/** What a single issue's text says at a place; null for a text that is not zod's. A place that is null is not told. */
function zodText(text: string, keys: readonly Key[] | null): Said[] | null {
  const exact = EXACT.exec(text);
  if (exact) return [{ keyword: exact[1] === "String" ? "minLength" : "minItems", keys }];
  const keyword = SHAPES.find(([shape]) => shape.test(text))?.[1];
  if (!keyword) return null;
  if (keyword === "additionalProperties")
    return unknownKeys(keys, literalsIn(text.slice(text.indexOf(":") + 1)));
  if (keyword !== "enum" && keyword !== "const") return [{ keyword, keys }];
  const [, expected = "", received] = STATED.exec(text) ?? [];
  const [value] = literalsIn(received ?? "");
  const said: Said = { keyword, keys, allowed: literalsIn(expected) };
  return [value === undefined ? said : { ...said, value }];
}

function unknownKeys(keys: readonly Key[] | null, names: readonly Json[]): Said[] {
  return names.map((name) =>
    keys === null
      ? { keyword: "additionalProperties", keys, name: textOf(name) }
      : { keyword: "additionalProperties", keys: [...keys, textOf(name)] },
  );
}

const SIZED = new Map<string, readonly [small: Keyword, big: Keyword]>(
  Object.entries({
    string: ["minLength", "maxLength"],
    array: ["minItems", "maxItems"],
    set: ["minItems", "maxItems"],
  }),
);

// Formats that are patterns by another name.
const PATTERNS = new Set(["regex", "starts_with", "ends_with", "includes", "lowercase", "uppercase"]);

function keywordOf(issue: { [key: string]: Json }): Keyword | null {
  const message = textOf(issue.message ?? "");
  switch (issue.code) {
    case "invalid_type":
      return issue.received === "undefined" || /received undefined$|^Required$/.test(message)
        ? "required"
        : "type";
    case "invalid_enum_value":
    case "invalid_union_discriminator":
      return "enum";
    case "invalid_literal":
      return "const";
    case "invalid_value":
      return Array.isArray(issue.values) && issue.values.length === 1 ? "const" : "enum";
    case "invalid_union":
      return Array.isArray(issue.options) ? "enum" : "anyOf";
    case "too_small":
    case "too_big": {
      const sized = SIZED.get(textOf(issue.type ?? issue.origin ?? "")) ?? ["minimum", "maximum"];
      return sized[issue.code === "too_small" ? 0 : 1];
    }
    case "invalid_string":
      return isObject(issue.validation) || issue.validation === "regex" ? "pattern" : "format";
    case "invalid_format":
      return PATTERNS.has(textOf(issue.format ?? "")) ? "pattern" : "format";
    case "invalid_date":
      return "format";
    case "not_multiple_of":
    case "not_finite":
    case "custom":
    case "invalid_key":
    case "invalid_element":
    case "invalid_arguments":
    case "invalid_return_type":
    case "invalid_intersection_types":
      return "other";
    default:
      return null;
  }
}

/** An issue of which the end was cut off, and its place with that. */
const isCut = (issue: { [key: string]: Json }) =>
  issue.path === undefined && issue.message === undefined && (keywordOf(issue) ?? "other") !== "other";

function cutIssue(issue: { [key: string]: Json }): Said[] {
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

/** A list of zod's issues as objects; null for a list of another library. */
export function zodIssues(list: readonly Json[]): Said[] | null {
  const issues = list
    .filter(isObject)
    .filter((one) => typeof one.code === "string" && (Array.isArray(one.path) || isCut(one)));
  if (issues.length === 0) return null;
  return issues.flatMap((issue): Said[] => {
    if (!Array.isArray(issue.path)) return cutIssue(issue);
    const keys = keysIn(issue.path);
    if (issue.code === "unrecognized_keys")
      return unknownKeys(keys, Array.isArray(issue.keys) ? issue.keys : []);
    const keyword = keywordOf(issue) ?? zodText(textOf(issue.message ?? ""), keys)?.[0]?.keyword ?? "other";
    const allowed =
      keyword === "const" && issue.expected !== undefined
        ? [issue.expected]
        : (issue.options ?? issue.values);
    return [{ keyword, keys, ...(Array.isArray(allowed) ? { allowed } : {}) }];
  });
}

/** Several types expected of one value are those of a union. */
function isUnion(texts: readonly Json[]): boolean {
  const expected = texts.map((text) => /^Invalid input: expected (\w+), received/.exec(textOf(text))?.[1]);
  return !expected.includes(undefined) && new Set(expected).size > 1;
}

/** Members of a formatted, flattened or treeified error: texts by their fields. */
export function zodTree(value: { [key: string]: Json }): Said[] | null {
  const said: Said[] = [];
  const texts = (list: Json | undefined, keys: readonly Key[]) => {
    if (Array.isArray(list) && isUnion(list)) said.push({ keyword: "anyOf", keys });
    else
      for (const text of Array.isArray(list) ? list : [])
        if (typeof text === "string") said.push(...(zodText(text, keys) ?? [{ keyword: "other", keys }]));
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

// Programs join issues by semicolons, lines, or commas before the next path.
const BETWEEN = /; |\n|, (?=["'`]?[A-Za-z_$][\w$.[\]-]{0,200}["'`]?: (?:[A-Z]|expected))/;

/** zod's texts without their issues: prettified, in zod-validation-error's sentences, or bare. */
export const readZod: Reader = (message) => {
  const pretty = [...message.matchAll(PRETTY)].flatMap(
    ([, text = "", path]) => zodText(text.trim(), path ? keysOf(path) : []) ?? [],
  );
  if (pretty.length > 0) return pretty;
  const said = message.split(BETWEEN).flatMap((part): Said[] => {
    const text = part.trim().replace(/^[-*•]\s+/, "");
    const [, first = "", path] =
      /^(.+?) at "(.+)"$/s.exec(text) ?? /^(.+?) at (?:path )?([\w.[\]]+)$/.exec(text) ?? [];
    if (path !== undefined) {
      // Of a union the sentence of the first of its members is enough.
      const [any] = first.split(/, or /);
      const found = zodText(any ?? "", keysOf(path));
      if (found) return /, or /.test(first) ? [{ keyword: "anyOf", keys: keysOf(path) }] : found;
    }
    const [, field = "", rest = ""] = /^["'`]?(\/?[A-Za-z_][\w./[\]-]*)["'`]?: (.+)$/s.exec(text) ?? [];
    return (
      (rest && zodText(rest, keysOf(field))) || (zodText(text, null)?.map((one) => deduced(one, text)) ?? [])
    );
  });
  return said.length > 0 ? said : null;
};
