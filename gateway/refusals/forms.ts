import { keysOf, literalOf, literalsIn } from "./literals";
import { predicate } from "./predicates";
import type { Json, Keyword, Said } from "./types";

type Groups = Record<string, string | undefined>;

/**
 * One form of a sentence: its pattern, and what it says of the named places in it. `path` and `name` tell the field, `value` what was
 * sent, `rest` what is said of it (else `says` is), `list` what would be taken or which fields are unknown, `noun` what the value is
 * meant for, in the author's words. Few need a reader of their own.
 */
export type Form = readonly [shape: RegExp, says: Keyword, own?: (groups: Groups) => Said[] | null];

/** What a sentence of this form says; null for another sentence. */
export function readForm([shape, says, own]: Form, text: string): Said[] | null {
  const found = shape.exec(text);
  if (!found) return null;
  const groups: Groups = found.groups ?? {};
  if (own) return own(groups);
  const { path, name, value, list, rest, noun } = groups;
  if (noun !== undefined) return named(noun, value ?? "", rest ?? "");
  if (list !== undefined && says === "additionalProperties")
    return list
      .split(/,\s*/)
      .flatMap((one) => of(one.trim().replace(/^[:"']+|["']+$/g, ""), { keyword: says }));
  const told = (rest === undefined ? null : predicate(rest)) ?? { keyword: says };
  const said = list === undefined ? told : { ...told, allowed: literalsIn(list) };
  if (path || name) return of(path && name ? `${path}.${name}` : path || name, said);
  return value === undefined ? [{ ...said, keys: null }] : valued(said.keyword, value);
}

/** Something said of a path; of a single name wherever the arguments have it. */
export function of(path: string | undefined, rest: Omit<Said, "keys" | "name">): Said[] {
  const keys = keysOf((path ?? "").replace(/^(?:body|params|input|properties)[./]/, ""));
  return keys.length === 1
    ? [{ ...rest, keys: null, name: String(keys[0]), spoken: true }]
    : [{ ...rest, keys }];
}

/** Something said of a value alone. */
export function valued(keyword: Keyword, value: string | undefined, allowed?: Json[]): Said[] {
  const literal = literalOf((value ?? "").trim());
  return [
    {
      keyword,
      keys: null,
      value: literal === undefined ? (value ?? "") : literal,
      ...(allowed?.length ? { allowed } : {}),
    },
  ];
}

/** Something said of a field that the words of a sentence name, or else of the value. */
export const spoken = (keyword: Keyword, name = "", orValue = ""): Said[] => [
  { keyword, keys: null, name, spoken: true, orValue },
];

const NO_FIELD =
  /^(?:value|input|type|argument|arguments|parameter|parameters|request|json|params|for|property|field|option|key|name of)$/i;

/** "Invalid priority "High". Must be one of: …": the field is named for what it is, or else the value tells. */
function named(noun: string, sent: string, rest: string): Said[] | null {
  if (NO_FIELD.test(noun)) return null;
  const { keyword = /^(?:uuid|e-?mail|ur[li]|date|timestamp)/i.test(noun) ? "format" : "enum", allowed } =
    (rest === "" ? null : predicate(rest.replace(/^(?:it|value) /i, ""))) ?? {};
  return spoken(keyword, noun, sent.replace(/^[`"']|[`"']$/g, "")).map((one) => ({
    ...one,
    ...(allowed ? { allowed } : {}),
  }));
}
