import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  member,
  objectAt,
  textAt,
} from "@/gateway/lint/definition";
import { literalsOf, shapeAt } from "@/gateway/lint/places";
import { fromPointer, toPointer } from "@/lib/core/json/pointers";
import { nearestPath } from "./nearest";

/** The place of a path in a tool's input schema. `open`: the schema does not say. */
export type PlaceFound =
  | { kind: "open" }
  | { kind: "found"; types: ReadonlySet<string>; literals: readonly string[] | null }
  | { kind: "missing"; nearest: string | null; isSpelling: boolean; some: readonly string[] };

// A path that exists is named from these; deeper ones are not searched.
const LISTED_MAX = 300;
const LISTED_DEPTH = 4;
const SOME = 4;

const ANY = "*";

/** Looks up the path of a condition, in which `*` is any item or member. */
export function placeAt(root: JsonObject, path: string): PlaceFound {
  let schemas: Json[] = [root];
  for (const step of path.split("/").slice(1)) {
    const variants = schemas.flatMap((schema) => shapeAt(root, schema).variants);
    const inside = variants.flatMap((variant) => childrenAt(variant, step));
    if (inside.length === 0) return variants.some(isOpen) ? { kind: "open" } : missing(root, path);
    schemas = inside;
  }
  const shapes = schemas.map((schema) => shapeAt(root, schema));
  const types = new Set(shapes.flatMap((shape) => [...shape.types]));
  if (types.size === 0) return { kind: "open" };
  const literals = shapes.map((shape) => literalsOf(shape));
  const isListed =
    shapes.every(({ variants }) => variants.every(isListedOrGroup)) && !literals.includes(null);
  const texts = literals.flatMap((one) => one ?? []).filter((one) => typeof one === "string");
  return { kind: "found", types, literals: isListed ? texts : null };
}

const GROUPS = ["anyOf", "oneOf", "allOf"];

const has = (schema: JsonObject, ...keys: readonly string[]) =>
  keys.some((key) => Object.hasOwn(schema, key));

const isListedOrGroup = (schema: JsonObject) => has(schema, "enum", "const", ...GROUPS);

/** Whether a schema lets members or items in that it does not describe. */
function isOpen(schema: JsonObject): boolean {
  // A reference is still here only if it leads elsewhere.
  if (has(schema, "$ref", "$dynamicRef", "patternProperties", "if", "dependentSchemas")) return true;
  if (member(schema, "additionalProperties") === true) return true;
  if (has(schema, "properties", "items", "prefixItems", "enum", "const", "additionalProperties", ...GROUPS))
    return false;
  const type = member(schema, "type");
  const types = Array.isArray(type) ? type : [type];
  return type === undefined || types.includes("object") || types.includes("array");
}

function childrenAt(schema: JsonObject, step: string): Json[] {
  const items = [member(schema, "items"), ...listAt(schema, "prefixItems")].filter(isObject);
  const rest = [member(schema, "additionalProperties")].filter(isObject);
  const properties = objectAt(schema, "properties");
  if (step === ANY) return [...Object.values(properties), ...rest, ...items];
  const name = fromPointer(`/${step}`)[0] ?? "";
  if (Object.hasOwn(properties, name)) return [properties[name] ?? {}];
  return [...rest, ...(/^\d+$/.test(name) ? items : [])];
}

function missing(root: JsonObject, path: string): PlaceFound {
  const all = listed(root).map(({ path: one }) => one);
  const near = nearestPath(path, all);
  const isSpelling = near?.isSpelling ?? false;
  return { kind: "missing", nearest: near?.path ?? null, isSpelling, some: all.slice(0, SOME) };
}

type Listed = { path: string; schema: Json };

/** The paths of a schema, breadth first. */
function listed(root: JsonObject): Listed[] {
  const found = new Map<string, Listed>();
  let level: Listed[] = [{ path: "", schema: root }];
  for (let depth = 0; depth < LISTED_DEPTH && found.size < LISTED_MAX; depth += 1) {
    const next = level.flatMap(({ path, schema }) => stepsIn(root, schema, path));
    level = next.slice(0, LISTED_MAX);
    for (const one of level) if (!found.has(one.path)) found.set(one.path, one);
  }
  return [...found.values()].slice(0, LISTED_MAX);
}

/** An argument as its schema describes it; an empty description: none. */
export type DescribedPath = { path: string; types: ReadonlySet<string>; description: string };

/** The arguments of a schema, the outermost first. */
export function describedPaths(root: JsonObject): DescribedPath[] {
  return listed(root).map(({ path, schema }) => {
    const { types, variants } = shapeAt(root, schema);
    const own = isObject(schema) ? [schema] : [];
    const texts = [...own, ...variants].map((one) => textAt(one, "description").trim());
    return { path, types, description: texts.find((text) => text !== "") ?? "" };
  });
}

function stepsIn(root: JsonObject, schema: Json, path: string): Listed[] {
  return shapeAt(root, schema).variants.flatMap((variant) => {
    const named = Object.entries(objectAt(variant, "properties")).map(([name, inside]) => ({
      path: `${path}${toPointer([name])}`,
      schema: inside,
    }));
    const others = ["items", "additionalProperties"]
      .map((key) => member(variant, key))
      .filter(isObject)
      .map((inside) => ({ path: `${path}/${ANY}`, schema: inside }));
    return [...named, ...others];
  });
}

/** The input schema of a stored definition; null if it is none. */
export function schemaOf(text: string): JsonObject | null {
  const schema: Json = JSON.parse(text);
  return isObject(schema) ? schema : null;
}
