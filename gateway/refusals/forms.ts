import { keysOf, literalOf, literalsIn } from "./literals";
import { predicate } from "./predicates";
import type { Json, Key, Keyword, Said } from "./types";

/** The named places of a sentence. */
export type Groups = Record<string, string | undefined>;

/**
 * One form of a sentence: its pattern, and what it says of the named places in it. `path` and `name` give the field, `names` several
 * fields, `value` what was sent, `literal` the same where only a literal will do, `rest` what is said of it (else `says` is), `list`
 * what would be taken or which fields are unknown, `noun` what the value is meant for, in the author's words. Few need a reader of
 * their own.
 */
export type Form = readonly [shape: RegExp, says: Keyword, own?: (groups: Groups) => Said[] | null];

/** Reads a sentence of this form; null for another. */
export function readForm([shape, says, own]: Form, text: string): Said[] | null {
  const found = shape.exec(text);
  if (!found) return null;
  const groups: Groups = found.groups ?? {};
  if (own) return own(groups);
  const { path, name, names, value, literal, list, rest, noun } = groups;
  if (noun !== undefined) return named(noun, value ?? "", rest ?? "");
  if (names !== undefined) return namesIn(names).map((one) => ({ keyword: says, keys: null, name: one }));
  if (list !== undefined && says === "additionalProperties")
    return list
      .split(/,\s*/)
      .flatMap((one) => of(one.trim().replace(/^[:"']+|["']+$/g, ""), { keyword: says }));
  const told = (rest === undefined ? null : predicate(rest)) ?? { keyword: says };
  const listed = literalsIn(list ?? "");
  const allowed = says === "const" ? listed : listed.flat();
  const said = allowed.length === 0 ? told : { ...told, allowed };
  if (path || name) return of(path && name ? `${path}.${name}` : path || name, said);
  const sent = literalOf((literal ?? value ?? "").trim());
  if (literal !== undefined && sent === undefined) return null;
  return [
    { ...said, keys: null, ...((literal ?? value) === undefined ? {} : { value: sent ?? value ?? null }) },
  ];
}

/** The names in a list of them: the quoted ones, or else the words between commas. */
export function namesIn(list: string): string[] {
  const quoted = literalsIn(list.replaceAll("`", '"')).flat();
  const names = quoted.filter((one) => typeof one === "string");
  if (names.length > 0) return names;
  const words = list.split(/,| and /).map((word) => word.trim().replace(/^[.[({]+|[.\])}]+$/g, ""));
  return words.filter((word) => /^\w[\w$.[\]-]*$/.test(word));
}

/** What the first form says that a sentence is of; null for one that is of none. */
export function readForms(forms: readonly Form[], text: string): Said[] | null {
  for (const form of forms) {
    const said = readForm(form, text);
    if (said) return said;
  }
  return null;
}

/** The same of a sentence with its `place`, in the first of the shapes that has a `sentence` of a form. */
export function readPlaced(shapes: readonly RegExp[], forms: readonly Form[], text: string): Said[] | null {
  for (const shape of shapes) {
    const { place = "", sentence = "" } = shape.exec(text)?.groups ?? {};
    const said = sentence === "" ? null : readForms(forms, sentence);
    if (said) return said.map((one) => under(keysOf(place), one));
  }
  return null;
}

/** What a word or a code means by the first form that it is of. */
export const keywordIn = (forms: readonly Form[], text: string): Keyword | undefined =>
  forms.find(([shape]) => shape.test(text))?.[1];

/** What is said of a place: members that are missing or not known are in it. */
export const under = (keys: readonly Key[], { name, ...said }: Said): Said => ({
  ...said,
  keys: name === undefined ? keys : [...keys, name],
});

/** Something said of a path; of a single name wherever the arguments have it. */
export function of(path: string | undefined, rest: Omit<Said, "keys" | "name">): Said[] {
  const keys = keysOf((path ?? "").replace(/^(?:body|params|input|properties)[./]/, ""));
  return keys.length === 1
    ? [{ ...rest, keys: null, name: String(keys[0]), spoken: true }]
    : [{ ...rest, keys }];
}

/** A statement about a value alone. */
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

/** A statement about a field named in words, or else about the value. */
export const spoken = (keyword: Keyword, name = "", orValue = ""): Said[] => [
  { keyword, keys: null, name, spoken: true, orValue },
];

const NO_FIELD =
  /^(?:value|input|type|argument|arguments|parameter|parameters|request|json|params|for|property|field|option|key|name of)$/i;

/**
 * "Invalid priority "High". Must be one of: …": the noun names the field, or else the value
 * identifies it.
 */
function named(noun: string, sent: string, rest: string): Said[] | null {
  if (NO_FIELD.test(noun)) return null;
  const { keyword = /^(?:uuid|e-?mail|ur[li]|date|timestamp)/i.test(noun) ? "format" : "enum", allowed } =
    (rest === "" ? null : predicate(rest.replace(/^(?:it|value) /i, ""))) ?? {};
  return spoken(keyword, noun, sent.replace(/^[`"']|[`"']$/g, "")).map((one) => ({
    ...one,
    ...(allowed ? { allowed } : {}),
  }));
}
