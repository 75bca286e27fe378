import { ajvErrors, readAjv } from "./ajv";
import { chosen } from "./choice";
import { deduced } from "./deduced";
import { hubspotErrors, hubspotProperties, readHubspot } from "./hubspot";
import { readJsonSchema } from "./json-schema";
import { isLaravel, laravelErrors, readLaravel } from "./laravel";
import { isObject, keysIn, keysOf, literalOf, structureIn, textOf } from "./literals";
import { type Again, afterPrefix, at, inBrackets, placed, severally, type ValueIn } from "./located";
import { valueAt } from "./nodes";
import { place } from "./places";
import { readBare, readPlain } from "./plain";
import { predicate } from "./predicates";
import { sentences, unwrapped } from "./prefixes";
import { pydanticErrors, readPydantic } from "./pydantic";
import { readServices } from "./services";
import type { Json, Key, Reader, Row, Said, Violation } from "./types";
import { readValidators, sentenceOf } from "./validators";
import { readZod, zodIssues, zodTree } from "./zod";

const DEPTH_MAX = 6;

const READERS: readonly Reader[] = [
  readPydantic,
  readJsonSchema,
  readZod,
  readAjv,
  readLaravel,
  readHubspot,
  readServices,
  readPlain,
  readBare,
];

/** What a refusal says about the arguments, in order; empty if not understood. */
export function parseMessage(message: string, args: Json): Violation[] {
  const valueIn = (keys: readonly Key[]) => valueAt(args, keys);
  return chosen(message, args, place(read(message, valueIn, 0) ?? [], args));
}

function read(message: string, valueIn: ValueIn, depth: number): Said[] | null {
  if (depth > DEPTH_MAX) return null;
  const bare = unwrapped(message);
  const again: Again = (text) => read(text, valueIn, depth + 1);
  const validated = readValidators(bare) ?? readValidators(message);
  if (validated) return validated;
  const set = severally(bare, valueIn, again) ?? placed(bare, valueIn, again);
  if (set) return set;
  // A value in a jsonschema sentence is not a list of errors.
  const first =
    /^[^[{]*['"]?[[{]/.test(bare) &&
    !readJsonSchema(sentences(bare)) &&
    !readPydantic(sentences(message)) &&
    !/^[^{"]*\b(?:must|should) [^{\n]* \{/.test(sentences(bare));
  const structure = first ? structureIn(bare) : undefined;
  const texts = bare.startsWith("[") ? literalOf(bare) : undefined;
  const all = Array.isArray(texts) && texts.length > 0 ? listed(texts, valueIn, depth + 1) : null;
  if (all) return all;
  const inside = structure === undefined ? null : structured(structure, valueIn, depth);
  if (inside && inside.length > 0) return inside;
  const [cut, whole] = [sentences(bare), sentences(message)];
  for (const text of cut === whole ? [cut] : [cut, whole])
    for (const reader of READERS) {
      const said = reader(text);
      if (said && said.length > 0) return said.length === 1 ? said.map((one) => deduced(one, cut)) : said;
    }
  return afterPrefix(bare, valueIn, again) ?? inBrackets(bare, again);
}

function structured(value: Json, valueIn: ValueIn, depth: number): Said[] | null {
  if (Array.isArray(value)) return listed(value, valueIn, depth);
  if (!isObject(value)) return null;
  const tree = zodTree(value) ?? (isLaravel(value) ? laravelErrors(value.errors, valueIn) : null);
  if (tree) return tree;
  const single = listed([value], valueIn, DEPTH_MAX);
  if (single) return single;
  const own = ofPlace(value, valueIn, depth);
  if (own) return own;
  const about =
    withParam(value, valueIn, depth) ?? (value.resource ? fieldAndText(value, valueIn, depth) : null);
  if (about) return about;
  for (const member of MEMBERS) {
    const inner = value[member];
    const said = inner === undefined ? null : anything(inner, valueIn, depth + 1);
    if (said) return said;
  }
  for (const member of ["message", "detail", "error", "text", "msg", "error_description"]) {
    const text = value[member];
    const said = typeof text === "string" ? read(text, valueIn, depth + 1) : null;
    if (said) return said;
  }
  if (isLaravel(value)) return byField(value.errors, valueIn, depth);
  return isFields(value) ? byField(value, valueIn, depth) : null;
}

// Members of service responses that contain the errors.
const MEMBERS = [
  ...["issues", "errors", "detail", "details", "validationErrors", "validation_errors", "invalid_params"],
  ...["invalid-params", "invalidParams", "response_metadata", "inner", "result", "response", "body"],
  ...["violations", "fieldViolations", "fieldErrors", "messages", "message", "error", "data", "content"],
];

/** A sentence next to a path of the arguments. */
function ofPlace(value: { [key: string]: Json }, valueIn: ValueIn, depth: number): Said[] | null {
  const place = value.path ?? value.field ?? value.instancePath ?? value.loc;
  const keys = Array.isArray(place) ? keysIn(place) : keysOf(textOf(place ?? ""));
  return keys.length > 0 && valueIn(keys) !== undefined ? fieldAndText(value, valueIn, depth) : null;
}

/** `{ message, param }`: the sentence may omit the field. */
function withParam(value: { [key: string]: Json }, valueIn: ValueIn, depth: number): Said[] | null {
  const { param, message } = value;
  if (typeof param !== "string" || param === "" || typeof message !== "string") return null;
  return at(param, readOfField(message, valueIn, depth + 1));
}

/** Only lists of texts by field, as from Django and marshmallow. */
function isFields(value: { [key: string]: Json }): boolean {
  const all = Object.values(value);
  return (
    all.length > 0 &&
    all.every((one) =>
      Array.isArray(one)
        ? one.length > 0 && one.every((text) => typeof text === "string")
        : isObject(one) && isFields(one),
    )
  );
}

/** Any library's texts by field. */
function byField(errors: { [key: string]: Json }, valueIn: ValueIn, depth: number): Said[] | null {
  const said = Object.entries(errors).flatMap(([field, texts]) =>
    (Array.isArray(texts) ? texts : [texts]).flatMap((text): Said[] => {
      if (isObject(text))
        return (byField(text, valueIn, depth) ?? []).map((one) => ({
          ...one,
          keys: [...keysOf(field), ...(one.keys ?? [])],
        }));
      return typeof text === "string" ? at(field, readOfField(text, valueIn, depth + 1)) : [];
    }),
  );
  return said.length > 0 ? said : null;
}

function listed(list: readonly Json[], valueIn: ValueIn, depth: number): Said[] | null {
  const known =
    zodIssues(list) ??
    pydanticErrors(list) ??
    ajvErrors(list) ??
    hubspotProperties(list) ??
    hubspotErrors(list);
  if (known || depth >= DEPTH_MAX) return known;
  const said = list.flatMap(
    (one) => fieldAndText(one, valueIn, depth) ?? anything(one, valueIn, depth + 1) ?? [],
  );
  return said.length > 0 ? said : null;
}

// Maps, because a message's code may equal an Object.prototype member.
const CODES = new Map<string, Said["keyword"]>([
  ["missing_field", "required"],
  ["missing", "required"],
]);

const FIELDS = [
  ...["field", "path", "param", "property", "pointer", "loc", "instancePath", "dataPath", "attr"],
  ...["attribute", "parameter", "argument", "fieldName", "field_name", "propertyName", "location"],
  ...["key", "name"],
];
const TEXTS = [
  ...["message", "msg", "defaultMessage", "error", "reason", "description", "detail"],
  ...["errorMessage", "error_message"],
];

/** `{ field, message }`, under any member names. */
function fieldAndText(one: Json, valueIn: ValueIn, depth: number): Said[] | null {
  if (!isObject(one)) return null;
  if (isObject(one.extensions) || Array.isArray(one.locations)) return ofGraphql(one, valueIn, depth);
  // GitHub's have a code and no sentence.
  if (
    typeof one.field === "string" &&
    typeof one.code === "string" &&
    (one.message ?? one.defaultMessage) === undefined
  ) {
    const value = one.value === undefined ? {} : { value: one.value };
    return [{ keyword: CODES.get(one.code) ?? "other", keys: null, name: one.field, ...value }];
  }
  const source = isObject(one.source) ? (one.source.pointer ?? one.source.parameter) : undefined;
  const field = FIELDS.map((member) => one[member]).find((member) => member !== undefined) ?? source;
  const text = TEXTS.map((member) => one[member]).find((member) => typeof member === "string");
  if (typeof text !== "string" || (typeof field !== "string" && !Array.isArray(field))) return null;
  return at(field, readOfField(text, valueIn, depth + 1));
}

/**
 * A GraphQL error: its path is in the response, and services put the readable sentence in
 * extensions.
 */
function ofGraphql(one: { [key: string]: Json }, valueIn: ValueIn, depth: number): Said[] | null {
  const { extensions = {}, message = "" } = one;
  const texts = isObject(extensions) ? [extensions.userPresentableMessage, ...Object.values(extensions)] : [];
  for (const inner of [...texts, message]) {
    const said = inner === undefined ? null : anything(inner, valueIn, depth + 1);
    if (said && said.length > 0) return said;
  }
  return null;
}

function anything(value: Json, valueIn: ValueIn, depth: number): Said[] | null {
  if (typeof value === "string") return read(value, valueIn, depth);
  return typeof value === "object" ? structured(value, valueIn, depth) : null;
}

// Their wording is distinctive, so they come first; other readers match any wording.
const EXACT: readonly Reader[] = [readPydantic, readJsonSchema, readZod, readAjv, readHubspot];

// Words by which a sentence refers to its field.
const ITSELF =
  /^(?:this (?:field|value)|["'`][A-Z][\w ]{0,60}["'`](?= (?:must|should|is|has|cannot)\b)|(?:the )?(?:field|parameter|property|argument) ["'`][^"'`]+["'`]) /i;

function readOfField(text: string, valueIn: ValueIn, depth: number): Said[] {
  const validated = sentenceOf(text, null);
  if (validated) return validated;
  for (const reader of EXACT) {
    const said = reader(sentences(text));
    if (said && said.length > 0) return said;
  }
  const said = predicate(text.replace(ITSELF, "")) ?? predicate(text);
  if (said) return [{ ...said, keys: null }];
  return read(text, valueIn, depth) ?? [{ keyword: "other", keys: null }];
}

// Limit of text from one call's rows: more only costs time.
const ROWS_CHARS_MAX = 2_000;

/**
 * Reads a gateway's own rows of a refusal: the row has the path, its message the fault. Each
 * violation names its row. Ignores rows beyond 2,000 characters of messages.
 */
export function parseRows(rows: readonly Row[], args: Json): Violation[] {
  const valueIn = (keys: readonly Key[]) => valueAt(args, keys);
  let left = ROWS_CHARS_MAX;
  const said = rows.flatMap(({ path, message, received_json: received }, row): Said[] => {
    if (left <= 0) return [];
    const text = message.slice(0, left).toWellFormed();
    left -= text.length;
    const own = at(path, readOfField(text, valueIn, 0)).map((one) => ({ ...one, row }));
    const value = received === undefined || own.length !== 1 ? undefined : literalOf(received);
    return value === undefined
      ? own
      : own.map((one) => (one.keyword === "required" ? one : { value, ...one }));
  });
  return place(said, args);
}
