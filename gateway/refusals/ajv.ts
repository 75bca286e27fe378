import { deduced } from "./deduced";
import { isObject, keysOf, literalOf, literalsIn, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// Ajv 6 ("should") and 8 ("must"), as text and as a list of errors; and the older jsonschema of npm ("instance.a is not …").

const RULES: readonly (readonly [RegExp, Keyword])[] = [
  [/^be equal to one of the (?:allowed|predefined) values|^be one of/, "enum"],
  [/^be (?:equal to )?constant/, "const"],
  [/^be (?:>=|>)/, "minimum"],
  [/^be (?:<=|<)/, "maximum"],
  [/^be multiple of/, "other"],
  [/^be (?:an? )?(?:integer|string|number|boolean|array|object|null)\b/, "type"],
  [/^have (?:required property|property) /, "required"],
  [/^NOT have (?:additional|unevaluated) propert/, "additionalProperties"],
  [/^match (?:the )?format/, "format"],
  [/^match pattern/, "pattern"],
  [/^match (?:a schema in anyOf|some schema in anyOf|exactly one schema in oneOf)/, "anyOf"],
  [/^NOT have (?:fewer|less) than \d+ items/, "minItems"],
  [/^NOT have more than \d+ items/, "maxItems"],
  [/^NOT (?:have (?:fewer|less) than \d+ characters|be shorter than)/, "minLength"],
  [/^NOT (?:have more than \d+ characters|be longer than)/, "maxLength"],
  [/^NOT have duplicate items/, "uniqueItems"],
];

/** What follows "must" or "should"; keys are those of the value it is said of. */
function ruled(keys: readonly Key[], rule: string): Said {
  const keyword = RULES.find(([shape]) => shape.test(rule))?.[1] ?? "other";
  if (/ \(was missing\)$/.test(rule)) return { keyword: "required", keys };
  if (/ when property .+ is present$/.test(rule)) return { keyword: "other", keys };
  const named = /propert(?:y|ies):? \(?['"`.]*([^'"`)]+?)['"`]*\)?$/.exec(rule)?.[1];
  if (keyword === "required") return { keyword, keys: [...keys, named ?? ""] };
  if (keyword === "additionalProperties") return unknownMember(keys, named);
  if (keyword === "enum" || keyword === "const") {
    const allowed = literalsIn(/(?:values?|constant|one of):?\s+(.*)$/.exec(rule)?.[1] ?? "").flat();
    return { keyword, keys, ...(allowed.length > 0 ? { allowed } : {}) };
  }
  return { keyword, keys };
}

/** Which member it is, Ajv's text leaves out; at the root there is then no place to name. */
function unknownMember(keys: readonly Key[], name: string | undefined): Said {
  if (name !== undefined) return { keyword: "additionalProperties", keys: [...keys, name] };
  return { keyword: "additionalProperties", keys: keys.length > 0 ? keys : null };
}

const PLACE = String.raw`(?:data|requestBody|instance|input|body|params|parameters|querystring|query|headers|payload|arguments|args|root|request|object|value|config|options|structuredContent)?((?:/[^\s:,/]+|\.[A-Za-z_$][\w$-]*|\[(?:\d+|'[^']*'|"[^"]*")\])*)`;
const ONE = new RegExp(String.raw`^["'\x60([]?${PLACE}["'\x60)\]]?:?\s*(?:must|should)\s+(.+)$`, "s");
const BARE = /^["'`]?([A-Za-z_][\w.[\]-]*)["'`]?:?\s+(?:must|should)\s+(.+)$/s;
const BETWEEN =
  /(?:,|;|\n)[^\S\n]*(?=(?:[-*•]\s+)?["'`(]?(?:data|instance|body|params|parameters|querystring|query|headers|arguments|args|input|root)?(?:[/.[][^\s,]*)?["'`)]?:?\s*(?:must|should)\s)|\s(?:\||and|&)\s(?=\/[^\s]{1,200} (?:must|should) )|\.\s(?=\/[^\s]{1,200} (?:must|should) )|\n(?=(?:[-*•] )?["'`]?\w[\w.[\]-]{0,200}["'`]?:? (?:must|should) )/;

/** A sentence, and the parameters of the error that some programs print behind it. */
function withParams(text: string): [string, { [key: string]: Json } | null] {
  const at = text.indexOf(" {");
  const params = at < 0 || !text.endsWith("}") ? undefined : literalOf(text.slice(at));
  return isObject(params) ? [text.slice(0, at), params] : [text, null];
}

/** What the parameters of an error say beyond its sentence. */
function withMembers(said: Said, keys: readonly Key[], params: { [key: string]: Json }): Said {
  const { missingProperty, allowedValues, allowedValue } = params;
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  if (said.keyword === "required" && typeof missingProperty === "string")
    return { keyword: said.keyword, keys: [...keys, missingProperty] };
  if (said.keyword === "additionalProperties" && typeof extra === "string") return unknownMember(keys, extra);
  const allowed = Array.isArray(allowedValues)
    ? allowedValues
    : allowedValue === undefined
      ? null
      : [allowedValue];
  return allowed ? { ...said, allowed } : said;
}

/** Errors of one place that belong to a union are the union's, not one each. */
function joinUnions(said: readonly Said[], places: readonly string[]): Said[] {
  const unions = new Set(said.flatMap(({ keyword }, at) => (keyword === "anyOf" ? [places[at]] : [])));
  return said.filter(({ keyword }, at) => keyword === "anyOf" || !unions.has(places[at]));
}

// Whatever a program says before the first place.
const BEFORE =
  /^[^\n]{0,200}?: (?=[["'`(]?(?:data|instance|body|params|query|headers|arguments|args|input|root)?(?:[/.][^\s:,]{0,200})?[\]"'`)]?:? (?:must|should) )/;

/** Texts of Ajv's errors, joined as `errorsText` or programs join them. */
export const readAjv: Reader = (message) => {
  const read = message
    .replace(BEFORE, "")
    .split(BETWEEN)
    .map((part): [Said, string] | null => {
      const [text, params] = withParams(part.trim().replace(/^[-*•]\s+/, ""));
      const [, path, rule] = ONE.exec(text) ?? BARE.exec(text) ?? [];
      if (path === undefined || rule === undefined || /\.\s+["'`]\w+["'`] (?:is|must)\b/.test(rule))
        return null;
      const known = RULES.some(([shape]) => shape.test(rule)) || /^(?:NOT|match) /.test(rule);
      const keys = keysOf(path.replace(/^\./, ""));
      if (!known) return null;
      const said =
        params === null ? ruled(keys, rule.trim()) : withMembers(ruled(keys, rule.trim()), keys, params);
      return [deduced(said, text), JSON.stringify(keys)];
    });
  const said = read.filter((one) => one !== null);
  // A sentence of another program may go on with "must be one of".
  const begins = read[0] !== null || /:\s*$/.test(message.split(BETWEEN)[0] ?? "");
  if (said.length === 0 || !begins) return readInstance(message);
  return joinUnions(
    said.map(([one]) => one),
    said.map(([, place]) => place),
  );
};

const KEYWORD_OF = new Map<string, Keyword>(
  Object.entries({
    enum: "enum",
    type: "type",
    required: "required",
    dependentRequired: "other",
    format: "format",
    pattern: "pattern",
    minimum: "minimum",
    exclusiveMinimum: "minimum",
    maximum: "maximum",
    exclusiveMaximum: "maximum",
    minLength: "minLength",
    maxLength: "maxLength",
    minItems: "minItems",
    maxItems: "maxItems",
    additionalProperties: "additionalProperties",
    unevaluatedProperties: "additionalProperties",
    anyOf: "anyOf",
    oneOf: "anyOf",
    const: "const",
    uniqueItems: "uniqueItems",
  }),
);

/** Ajv's list of errors as objects; null for a list of another library. */
export function ajvErrors(list: readonly Json[]): Said[] | null {
  const errors = list
    .filter(isObject)
    .filter((one) => typeof one.keyword === "string" && ("message" in one || "schemaPath" in one));
  if (errors.length === 0) return null;
  const paths = errors.map((one) => textOf(one.instancePath ?? one.dataPath ?? one.path ?? ""));
  const said = errors.map((one, at): Said => {
    const keys = keysOf((paths[at] ?? "").replace(/^\./, ""));
    const keyword = KEYWORD_OF.get(textOf(one.keyword ?? "")) ?? "other";
    return withMembers({ keyword, keys }, keys, isObject(one.params) ? one.params : {});
  });
  return joinUnions(said, paths);
}

const INSTANCE: readonly (readonly [RegExp, Keyword])[] = [
  [/^is not of a type\(s\)/, "type"],
  [/^requires property "(.+)"/, "required"],
  [/^is not one of enum values: (.+)/, "enum"],
  [/^is not allowed to have the additional property "(.+)"/, "additionalProperties"],
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

function readInstance(message: string): Said[] | null {
  const said = message.split(/\n|, (?=instance)/).flatMap((part): Said[] => {
    const [, path = "", rule = ""] = /^instance([\w.[\]"'-]*) (.+)$/s.exec(part.trim()) ?? [];
    const found = INSTANCE.find(([shape]) => shape.test(rule));
    if (!found) return [];
    const [shape, keyword] = found;
    const named = shape.exec(rule)?.[1];
    const keys = keysOf(path.replace(/^\./, ""));
    if (keyword === "enum") return [{ keyword, keys, allowed: (named ?? "").split(",") }];
    return [{ keyword, keys: named === undefined ? keys : [...keys, named] }];
  });
  return said.length > 0 ? said : null;
}
