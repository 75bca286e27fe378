// Checks only plain rules of JSON Schema: a server's patterns and conditions could be arbitrarily
// expensive.

type Violation = { path: string; message: string };

const VIOLATIONS_MAX = 20;
const DEPTH_MAX = 20;
// For all values together: foreign schemas may branch at every level.
const STEPS_MAX = 10_000;
const CHOICES_CHARS_MAX = 500;

type Schema = Record<string, unknown>;
type Walk = { root: unknown; steps: number };

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The places in a call's arguments that violate the tool's schema, with a message each; at most 20.
 * Ignores patterns, formats and conditions.
 * @param schema the tool's `inputSchema`, as its server sent it
 */
export function violationsOf(schema: unknown, argumentsText: string): Violation[] {
  const walk = { root: schema, steps: 0 };
  return judged(schema, JSON.parse(argumentsText), "", walk, 0).slice(0, VIOLATIONS_MAX);
}

function judged(given: unknown, value: unknown, path: string, walk: Walk, depth: number): Violation[] {
  walk.steps += 1;
  if (depth > DEPTH_MAX || walk.steps > STEPS_MAX || !isObject(given)) return [];
  const inner = (schema: unknown, at = value, where = path) => judged(schema, at, where, walk, depth + 1);
  const own = ownViolations(given, value, path);
  const all = listOf(given.allOf).flatMap((one) => inner(one));
  const referred = typeof given.$ref === "string" ? inner(referredTo(given.$ref, walk.root)) : [];
  const found = [...own, ...referred, ...all, ...ofChoices(given, (schema) => inner(schema), path)];
  // A value of the wrong type needs no further messages.
  if (own.length > 0) return found;
  if (Array.isArray(value)) {
    const tuple = listOf(given.prefixItems);
    return [...found, ...value.flatMap((item, at) => inner(tuple[at] ?? given.items, item, `${path}/${at}`))];
  }
  if (!isObject(value)) return found;
  const properties = isObject(given.properties) ? given.properties : {};
  const members = Object.entries(value).flatMap(([key, member]) =>
    Object.hasOwn(properties, key) ? inner(properties[key], member, `${path}/${escaped(key)}`) : [],
  );
  return [...found, ...ofMembers(given, value, properties, path), ...members];
}

/** Missing required members, and unknown members. */
function ofMembers(schema: Schema, value: Schema, properties: Schema, path: string): Violation[] {
  const missing = listOf(schema.required)
    .filter((key): key is string => typeof key === "string" && !Object.hasOwn(value, key))
    .map((key) => ({ path, message: `must have required property ${JSON.stringify(key)}` }));
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return missing;
  const unknown = Object.keys(value)
    .filter((key) => !Object.hasOwn(properties, key))
    .map((key) => ({ path: `${path}/${escaped(key)}`, message: "is not allowed" }));
  return [...missing, ...unknown];
}

/** A value has to match one of several schemas; a violation if none does. */
function ofChoices(schema: Schema, judge: (one: unknown) => Violation[], path: string): Violation[] {
  const found = [listOf(schema.anyOf), listOf(schema.oneOf)]
    .map((choices) => choices.map(judge))
    .find((one) => one.length > 0 && one.every((violations) => violations.length > 0));
  if (!found) return [];
  if (found.length === 1) return found.flat();
  const types = found.map(([first]) =>
    first?.path === path ? TYPE_WORDS.exec(first.message)?.[1] : undefined,
  );
  const message = types.includes(undefined)
    ? "must match a schema in anyOf"
    : `must be ${[...new Set(types)].join(" or ")}`;
  return [{ path, message }];
}

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const TYPE_WORDS = /^must be ((?:string|number|integer|boolean|object|array|null)(?: or [a-z]+)*)$/;

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

function isOfType(value: unknown, type: unknown): boolean {
  const kind = kindOf(value);
  if (type === "integer") return kind === "number" && Number.isInteger(value);
  return kind === type;
}

function ownViolations(schema: Schema, value: unknown, path: string): Violation[] {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.every((type) => TYPES.has(type)) && !types.some((type) => isOfType(value, type)))
    return [{ path, message: `must be ${types.join(" or ")}` }];
  const choices = "const" in schema ? [schema.const] : listOf(schema.enum);
  // If the variants are not plain values, the intended one is unknown.
  const plain = choices.every((choice) => !isObject(choice) && !Array.isArray(choice));
  if (choices.length > 0 && plain && !choices.includes(value))
    return [{ path, message: `must be one of: ${shown(choices)}` }];
  return limitsOf(schema, value).map((message) => ({ path, message }));
}

function shown(choices: readonly unknown[]): string {
  const all = choices.map((choice) => JSON.stringify(choice)).join(", ");
  return all.length > CHOICES_CHARS_MAX ? `${all.slice(0, CHOICES_CHARS_MAX)}…` : all;
}

function limitsOf(schema: Schema, value: unknown): string[] {
  const limit = (name: string) => (typeof schema[name] === "number" ? (schema[name] as number) : undefined);
  const outside = (
    of: number,
    [least, most]: readonly [string, string],
    words: (bound: string) => string,
  ) => {
    const [low, high] = [limit(least), limit(most)];
    if (low !== undefined && of < low) return [words(`>= ${low}`)];
    return high !== undefined && of > high ? [words(`<= ${high}`)] : [];
  };
  if (typeof value === "number") return outside(value, ["minimum", "maximum"], (bound) => `must be ${bound}`);
  if (typeof value === "string")
    return outside([...value].length, ["minLength", "maxLength"], lengthWords("characters"));
  if (Array.isArray(value)) return outside(value.length, ["minItems", "maxItems"], lengthWords("items"));
  return [];
}

const lengthWords = (unit: string) => (bound: string) =>
  `must NOT have ${bound.startsWith(">") ? "fewer" : "more"} than ${bound.slice(3)} ${unit}`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The target of an internal reference; undefined for any other. */
function referredTo(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return undefined;
  let at = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = part.replaceAll("%25", "%").replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
