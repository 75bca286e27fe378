import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  member,
  objectAt,
  pointerOf,
  textAt,
  textsAt,
} from "./definition";

// All parameters of an input schema, at any depth: through $ref, anyOf, oneOf, allOf, items and
// additionalProperties.

/** A schema with resolved variants: the schemas a value may have to match, without references. */
type Shape = {
  variants: readonly JsonObject[];
  types: ReadonlySet<string>;
  nullable: boolean;
};

/** One parameter, or one field of a nested object. */
export type Place = {
  name: string;
  /** As calls name it: `tests[].prompt.content`. */
  path: string;
  /** The pointer of its schema, which is elsewhere for a reference. */
  pointer: string;
  /** The pointer of its object. */
  owner: string;
  schema: JsonObject;
  shape: Shape;
  required: boolean;
  depth: number;
  description: string;
};

const PLACES_MAX = 2_000;
const DEPTH_MAX = 12;
const REFERENCES_MAX = 8;
// No hand-written reference is longer.
const REFERENCE_CHARS_MAX = 500;
const REFERENCE_PARTS_MAX = 30;
const VARIANTS_MAX = 40;
const STEPS_MAX = 5_000;

type Located = { schema: JsonObject; pointer: string };

/** A definition with its resolved references, each looked up once. */
type Root = { schema: JsonObject; targets: Map<string, JsonObject | null> };

const rootOf = (schema: JsonObject): Root => ({ schema, targets: new Map() });

/** The state of a walk. Visits each schema once, regardless of references; `steps` counts down. */
type Walk = {
  root: Root;
  found: Map<string, Place>;
  visited: Set<string>;
  variants: Map<JsonObject, Located[]>;
  steps: number;
};

const ROOT = "/inputSchema";

/** The parameters of an input schema and their nested fields in written order; at most 2,000. */
export function placesOf(root: JsonObject): Place[] {
  const walk: Walk = {
    root: rootOf(root),
    found: new Map(),
    visited: new Set(),
    variants: new Map(),
    steps: STEPS_MAX,
  };
  visitObject(walk, { schema: root, pointer: ROOT }, "", 0);
  return [...walk.found.values()];
}

function visitObject(walk: Walk, at: Located, path: string, depth: number): void {
  if (depth > DEPTH_MAX || walk.steps <= 0) return;
  walk.steps -= 1;
  for (const { schema, pointer } of variantsIn(walk, at)) {
    const required = new Set(textsAt(schema, "required"));
    for (const [name, value] of Object.entries(objectAt(schema, "properties"))) {
      const inside = `${pointer}${pointerOf("properties", name)}`;
      if (walk.found.has(inside) || walk.found.size >= PLACES_MAX) continue;
      const own = isObject(value) ? value : {};
      const place = placeAt(walk, { schema: own, pointer: inside }, name, path, required.has(name), depth);
      walk.found.set(inside, { ...place, owner: pointer });
      visitValue(walk, { schema: own, pointer: inside }, place.path, depth + 1);
    }
    const rest = member(schema, "additionalProperties");
    if (isObject(rest))
      visitValue(walk, { schema: rest, pointer: `${pointer}/additionalProperties` }, `${path}.*`, depth + 1);
  }
}

/** Visits the inside of a value: fields of an object, items of a list. */
function visitValue(walk: Walk, at: Located, path: string, depth: number): void {
  if (depth > DEPTH_MAX || walk.visited.has(at.pointer)) return;
  walk.visited.add(at.pointer);
  visitObject(walk, at, path, depth);
  for (const { schema, pointer } of variantsIn(walk, at)) {
    const items = member(schema, "items");
    if (isObject(items))
      visitValue(walk, { schema: items, pointer: `${pointer}/items` }, `${path}[]`, depth + 1);
    for (const [index, item] of firstOf(schema, "prefixItems").entries())
      if (isObject(item))
        visitValue(
          walk,
          { schema: item, pointer: `${pointer}${pointerOf("prefixItems", index)}` },
          `${path}[]`,
          depth + 1,
        );
  }
}

function placeAt(
  walk: Walk,
  at: Located,
  name: string,
  path: string,
  required: boolean,
  depth: number,
): Place {
  const variants = variantsIn(walk, at).map(({ schema }) => schema);
  const described = [at.schema, ...variants].map((schema) => textAt(schema, "description").trim());
  return {
    name,
    path: path === "" ? name : `${path}.${name}`,
    pointer: at.pointer,
    owner: "",
    schema: at.schema,
    shape: shapeOf(variants),
    required,
    depth,
    description: described.find((text) => text !== "") ?? "",
  };
}

/** The shape of a schema on its own, such as a list's items. */
export function shapeAt(root: JsonObject, schema: Json | undefined): Shape {
  return shapeOf(
    isObject(schema)
      ? variantsOf(rootOf(root), { schema, pointer: "" }).map((variant) => variant.schema)
      : [],
  );
}

function shapeOf(variants: readonly JsonObject[]): Shape {
  const types = new Set<string>();
  for (const schema of variants)
    for (const type of typesOf(schema)) types.add(type === "integer" ? "integer" : type);
  const nullable = types.delete("null") || variants.some((schema) => member(schema, "nullable") === true);
  const filled = variants.filter((schema) => textAt(schema, "type") !== "null");
  return { variants: filled, types, nullable };
}

function typesOf(schema: JsonObject): string[] {
  const type = member(schema, "type");
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return textsAt(schema, "type");
  if (member(schema, "properties") !== undefined) return ["object"];
  if (member(schema, "items") !== undefined) return ["array"];
  const literals = Object.hasOwn(schema, "const") ? [schema.const] : listAt(schema, "enum");
  return [...new Set(literals.map(typeOfLiteral))];
}

function typeOfLiteral(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** `variantsOf`, cached per schema of a walk. */
function variantsIn(walk: Walk, at: Located): Located[] {
  const known = walk.variants.get(at.schema) ?? variantsOf(walk.root, at);
  walk.variants.set(at.schema, known);
  return known;
}

/** A schema and all its parts, without references, each with its pointer. */
function variantsOf(root: Root, start: Located): Located[] {
  const found: Located[] = [];
  const seen = new Set<JsonObject>();
  const waiting = [start];
  for (let at = waiting.shift(); at && found.length < VARIANTS_MAX; at = waiting.shift()) {
    const resolved = dereference(root, at);
    if (!resolved || seen.has(resolved.schema)) continue;
    seen.add(resolved.schema);
    const { schema, pointer } = resolved;
    const choices = ["anyOf", "oneOf", "allOf"].flatMap((key) =>
      firstOf(schema, key).flatMap((choice, index) =>
        isObject(choice) ? [{ schema: choice, pointer: `${pointer}${pointerOf(key, index)}` }] : [],
      ),
    );
    waiting.unshift(...choices);
    found.push(resolved);
  }
  return found;
}

/** Limits the variants that are read; a list may have a hundred thousand. */
const firstOf = (schema: JsonObject, key: string): Json[] => listAt(schema, key).slice(0, VARIANTS_MAX);

function dereference(root: Root, start: Located): Located | null {
  let at = start;
  for (let hops = 0; hops < REFERENCES_MAX; hops += 1) {
    const reference = textAt(at.schema, "$ref");
    if (reference === "") return at;
    const target = reference.startsWith("#/") ? targetIn(root, reference) : null;
    if (!target) return at;
    at = { schema: target, pointer: `${ROOT}${pointerIn(reference)}` };
  }
  return null;
}

/** Resolves a reference, cached per definition. */
function targetIn({ schema, targets }: Root, reference: string): JsonObject | null {
  if (reference.length > REFERENCE_CHARS_MAX) return null;
  const known = targets.get(reference);
  const target = known === undefined ? targetOf(schema, pointerIn(reference)) : known;
  targets.set(reference, target);
  return target;
}

/** The pointer in a document-internal reference, which may be percent-encoded. */
function pointerIn(reference: string): string {
  const pointer = reference.slice(1);
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function targetOf(root: JsonObject, path: string): JsonObject | null {
  const parts = path.slice(1).split("/", REFERENCE_PARTS_MAX + 1);
  if (parts.length > REFERENCE_PARTS_MAX) return null;
  let at: Json | undefined = root;
  for (const part of parts.map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~")))
    at = isObject(at) ? member(at, part) : undefined;
  return isObject(at) ? at : null;
}

/** The values a shape lists; null if it is open. */
export function literalsOf(shape: Shape): Json[] | null {
  const lists = shape.variants.map((schema) =>
    Object.hasOwn(schema, "const") ? [schema.const ?? null] : listAt(schema, "enum"),
  );
  const listed = lists.flat();
  return listed.length > 0 ? listed : null;
}

/** Whether any schema of the shape has one of these members. */
export const says = (shape: Shape, ...keys: readonly string[]): boolean =>
  shape.variants.some((schema) => keys.some((key) => Object.hasOwn(schema, key)));
