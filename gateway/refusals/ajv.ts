import { deduced } from "./deduced";
import { type Form, type Groups, keywordIn, readForms, readPlaced, under } from "./forms";
import { SCHEMA } from "./languages";
import { isObject, keysOf, literalOf, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// Ajv 6 ("should") and 8 ("must"), as text and as error lists; and npm's older jsonschema
// ("instance.a is not …").

function member(keyword: Keyword) {
  return ({ name }: Groups): Said[] => [{ keyword, keys: null, ...(name === undefined ? {} : { name }) }];
}

const FORMS: readonly Form[] = [
  [/^be .*\(was missing\)$/, "required"],
  [/^have property .+ when property .+ is present$/, "other"],
  [/^have (?:required )?property \(?['"`.]*(?<name>[^'"`)]+)/, "required", member("required")],
  // Which member it is, Ajv's own text leaves out.
  [
    /^NOT have (?:additional|unevaluated) propert(?:y|ies)(?::? \(?['"`.]*(?<name>[^'"`)]+)['"`]*\)?$)?/,
    "additionalProperties",
    member("additionalProperties"),
  ],
  [/^be (?:equal to )?one of(?: the (?:allowed|predefined) values)?:?(?: (?<list>[^{\n]*))?/, "enum"],
  [/^be (?:equal to )?constant:?(?: (?<list>[^{\n]*))?/, "const"],
  [/^be >/, "minimum"],
  [/^be </, "maximum"],
  [/^be multiple of/, "other"],
  [/^be (?:an? )?(?:integer|string|number|boolean|array|object|null)\b/, "type"],
  [/^match (?:the )?format/, "format"],
  [/^match pattern/, "pattern"],
  [/^match (?:a schema in anyOf|some schema in anyOf|exactly one schema in oneOf)/, "anyOf"],
  [/^NOT have (?:fewer|less) than \d+ items/, "minItems"],
  [/^NOT have more than \d+ items/, "maxItems"],
  [/^NOT (?:have (?:fewer|less) than \d+ characters|be shorter than)/, "minLength"],
  [/^NOT (?:have more than \d+ characters|be longer than)/, "maxLength"],
  [/^NOT have duplicate items/, "uniqueItems"],
  [/^(?:NOT|match) /, "other"],
];

const INSTANCE: readonly Form[] = [
  [/^is not of a type\(s\)/, "type"],
  [/^requires property (?<names>".+")/, "required"],
  [
    /^is not one of enum values: (?<list>.+)/,
    "enum",
    ({ list = "" }) => [{ keyword: "enum", keys: null, allowed: list.split(",") }],
  ],
  [/^is not allowed to have the additional property (?<names>".+")/, "additionalProperties"],
  [/^does not conform to the/, "format"],
  [/^does not match pattern/, "pattern"],
  [/^does not meet minimum length/, "minLength"],
  [/^does not meet maximum length/, "maxLength"],
  [/^must be greater than/, "minimum"],
  [/^must be less than/, "maximum"],
  [/^is not (?:any|exactly one) (?:of|from)/, "anyOf"],
  [/^contains duplicate item/, "uniqueItems"],
  [/^does not exactly match expected constant/, "const"],
];

const PLACE = String.raw`(?:data|requestBody|instance|input|body|params|parameters|querystring|query|headers|payload|arguments|args|root|request|object|value|config|options|structuredContent)?(?<place>(?:/[^\s:,/]+|\.[A-Za-z_$][\w$-]*|\[(?:\d+|'[^']*'|"[^"]*")\])*)`;
const ONE = new RegExp(
  String.raw`^["'\x60([]?${PLACE}["'\x60)\]]?:?\s*(?:must|should)\s+(?<sentence>.+)$`,
  "s",
);
const BARE = /^["'`]?(?<place>[A-Za-z_][\w.[\]-]*)["'`]?:?\s+(?:must|should)\s+(?<sentence>.+)$/s;
const BETWEEN =
  /(?:,|;|\n)[^\S\n]*(?=(?:[-*•]\s+)?["'`(]?(?:data|instance|body|params|parameters|querystring|query|headers|arguments|args|input|root)?(?:[/.[][^\s,]*)?["'`)]?:?\s*(?:must|should)\s)|\s(?:\||and|&)\s(?=\/[^\s]{1,200} (?:must|should) )|\.\s(?=\/[^\s]{1,200} (?:must|should) )|\n(?=(?:[-*•] )?["'`]?\w[\w.[\]-]{0,200}["'`]?:? (?:must|should) )/;

/** A sentence, and the error parameters that some programs append. */
function withParams(text: string): [string, { [key: string]: Json } | null] {
  const at = text.indexOf(" {");
  const params = at < 0 || !text.endsWith("}") ? undefined : literalOf(text.slice(at));
  return isObject(params) ? [text.slice(0, at), params] : [text, null];
}

/** What is said of a place, and what the parameters of the error say beyond its sentence. */
function saidOf(keyword: Keyword, keys: readonly Key[], params: { [key: string]: Json }): Said {
  const { missingProperty, allowedValues, allowedValue } = params;
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  const member = keyword === "required" ? missingProperty : keyword === "additionalProperties" ? extra : null;
  const allowed = allowedValues ?? (allowedValue === undefined ? null : [allowedValue]);
  return {
    keyword,
    keys: typeof member === "string" ? [...keys, member] : keys,
    ...(Array.isArray(allowed) ? { allowed } : {}),
  };
}

/** Merges errors of one place that belong to a union. */
function joinUnions(said: readonly Said[], places: readonly string[]): Said[] {
  const unions = new Set(said.flatMap(({ keyword }, at) => (keyword === "anyOf" ? [places[at]] : [])));
  return said.filter(({ keyword }, at) => keyword === "anyOf" || !unions.has(places[at]));
}

// Text before the first path.
const BEFORE =
  /^[^\n]{0,200}?: (?=[["'`(]?(?:data|instance|body|params|query|headers|arguments|args|input|root)?(?:[/.][^\s:,]{0,200})?[\]"'`)]?:? (?:must|should) )/;

/** Ajv's error texts, joined as by `errorsText` or by programs. */
export const readAjv: Reader = (message) => {
  const read = message
    .replace(BEFORE, "")
    .split(BETWEEN)
    .map((part): [Said, string] | null => {
      const [text, params] = withParams(part.trim().replace(/^[-*•]\s+/, ""));
      const shape = [ONE, BARE].find((one) => one.test(text));
      const { place = "", sentence = "" } = shape?.exec(text)?.groups ?? {};
      const [found] = readForms(FORMS, sentence.trim()) ?? [];
      if (!found || /\.\s+["'`]\w+["'`] (?:is|must)\b/.test(sentence)) return null;
      const keys = keysOf(place);
      const said = { ...under(keys, found), ...(params ? saidOf(found.keyword, keys, params) : {}) };
      return [deduced(said, text), JSON.stringify(keys)];
    });
  const said = read.filter((one) => one !== null);
  // Another program's sentence may continue with "must be one of".
  const begins = read[0] !== null || /:\s*$/.test(message.split(BETWEEN)[0] ?? "");
  if (said.length === 0 || !begins) return readInstance(message);
  return joinUnions(
    said.map(([one]) => one),
    said.map(([, place]) => place),
  );
};

/** Ajv's list of errors as objects; null for a list of another library. */
export function ajvErrors(list: readonly Json[]): Said[] | null {
  const errors = list
    .filter(isObject)
    .filter((one) => typeof one.keyword === "string" && ("message" in one || "schemaPath" in one));
  if (errors.length === 0) return null;
  const paths = errors.map((one) => textOf(one.instancePath ?? one.dataPath ?? one.path ?? ""));
  const said = errors.map((one, at): Said => {
    const keys = keysOf(paths[at] ?? "");
    const keyword = keywordIn(SCHEMA, textOf(one.keyword ?? "")) ?? "other";
    return saidOf(keyword, keys, isObject(one.params) ? one.params : {});
  });
  return joinUnions(said, paths);
}

const AT_INSTANCE = /^instance(?<place>[\w.[\]"'-]*) (?<sentence>.+)$/s;

function readInstance(message: string): Said[] | null {
  const parts = message.split(/\n|, (?=instance)/);
  const said = parts.flatMap((part) => readPlaced([AT_INSTANCE], INSTANCE, part.trim()) ?? []);
  return said.length > 0 ? said : null;
}
