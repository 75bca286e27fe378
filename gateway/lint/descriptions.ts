import { about, finding } from "./checks";
import { isObject, type JsonObject, objectAt, type ToolDefinition, textAt } from "./definition";
import { groupedBy } from "./groups";
import { literalsOf, type Place } from "./places";
import type { Finding } from "./types";
import { wordsOf } from "./words";

// Self-explanatory values.
const SELF_EXPLAINING = new Set(["limit", "offset", "cursor", "page", "email", "url", "title"]);

const SELF_EXPLAINING_ENDS = new Set(["latitude", "longitude"]);

const PROPERTIES = "/inputSchema/properties";

const NAMES_SHOWN = 6;

/**
 * Parameters without a description. A required one is a warning unless the tool's description shows
 * it; the rest are one remark for the tool. Pointers in `apart` keep their own remark.
 */
export function undescribed(
  { description }: Pick<ToolDefinition, "description">,
  places: readonly Place[],
  apart: readonly string[] = [],
): Finding[] {
  const described = new Map(places.map((place) => [place.path, place.description]));
  const siblings = groupedBy(places, ({ owner }) => owner);
  const bare = places.filter(
    (place) =>
      place.description === "" &&
      !explainsItself(place) &&
      !isShown(place, described) &&
      !isNamedWhole(siblings.get(place.owner) ?? [], described),
  );
  const isVital = (place: Place): boolean =>
    place.depth === 0 && place.required && !literalsOf(place.shape) && !explains(description, place.name);
  const vital = bare
    .filter(isVital)
    .map((place) => about("undescribed_parameter", place, "has no description.", { severity: "warning" }));
  const groups = groupedBy(
    bare.filter((place) => !isVital(place)),
    (place) => placeApart(place, apart),
  );
  return [...vital, ...[...groups].flatMap(([pointer, group]) => remark(pointer, group))];
}

// The limit of a tool's description that is read.
const DESCRIPTION_CHARS = 8_000;

/** Whether the description of a field's owner shows the field: `{ name: "Rent", value: 900 }`. */
function isShown({ path, name, depth }: Place, described: ReadonlyMap<string, string>): boolean {
  if (depth === 0) return false;
  const parts = path.split(/(?=[.[])/);
  const owners = parts.map((_, index) => described.get(parts.slice(0, index).join("")) ?? "");
  return owners.some((words) => words.includes(name) && (explains(words, name) || namesMember(words, name)));
}

const WHOLE_MAX = 5;

/**
 * Whether the object's description names all of its few fields: `Size in pixels, as width and
 * height`.
 */
function isNamedWhole(siblings: readonly Place[], described: ReadonlyMap<string, string>): boolean {
  const [first] = siblings;
  if (!first || first.depth === 0 || siblings.length > WHOLE_MAX) return false;
  const words = new Set(wordsOf(described.get(ownerOf(first.path)) ?? ""));
  return siblings.every(({ name }) => wordsOf(name).every((word) => words.has(word)));
}

/** `pages[].size` belongs to `pages[]`, which is described as `pages`. */
const ownerOf = (path: string): string => path.slice(0, path.lastIndexOf(".")).replace(/(?:\[\])+$/, "");

const namesMember = (text: string, name: string): boolean =>
  new RegExp(`[{,]\\s*${name.replace(/[^\w-]/g, "\\$&")}\\s*[:,}]`).test(text.slice(0, DESCRIPTION_CHARS));

/**
 * Whether the tool's description shows a parameter: as code, quoted, or at the start of a list
 * item.
 */
function explains(description: string, name: string): boolean {
  const quoted = name.replace(/[^\w-]/g, "\\$&");
  return new RegExp(`["'\`]${quoted}["'\`]|^[ \\t]*[-*+•][ \\t]*${quoted}\\b`, "m").test(
    description.slice(0, DESCRIPTION_CHARS),
  );
}

/** The pointer of a parameter's own remark, or of its object's; null if it shares the tool's. */
function placeApart({ pointer, owner }: Place, apart: readonly string[]): string | null {
  const found = [pointer, `${owner}/properties`].find((one) => one !== PROPERTIES && apart.includes(one));
  return found ?? null;
}

/** One remark for all undescribed parameters of a tool, not hundreds. */
function remark(pointer: string | null, bare: readonly Place[]): Finding[] {
  const [first, ...others] = bare;
  if (!first) return [];
  if (others.length === 0)
    return [
      { ...about("undescribed_parameter", first, "has no description."), pointer: pointer ?? first.pointer },
    ];
  const names = bare.slice(0, NAMES_SHOWN).map(({ path }) => `"${path}"`);
  const more = bare.length - names.length;
  const list = more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
  return [
    finding(
      "undescribed_parameter",
      pointer ?? PROPERTIES,
      `${bare.length} parameters have no description of their own: ${list}.`,
      { fields: bare.map(({ path }) => path) },
    ),
  ];
}

function explainsItself({ name, shape, schema }: Place): boolean {
  if (isExplainedObject(shape)) return true;
  if (SELF_EXPLAINING.has(name.toLowerCase()) || SELF_EXPLAINING_ENDS.has(wordsOf(name).at(-1) ?? ""))
    return true;
  if (Object.hasOwn(schema, "const") || shape.variants.some((variant) => Object.hasOwn(variant, "const")))
    return true;
  return shape.variants.some((variant) => typeof variant.format === "string") && shape.types.has("string");
}

const isSaid = (field: JsonObject): boolean =>
  textAt(field, "description").trim() !== "" || Object.hasOwn(field, "const");

/** An object with described fields only, or none, needs no description. */
function isExplainedObject({ types, variants }: Place["shape"]): boolean {
  if (types.size !== 1 || !types.has("object")) return false;
  return variants.every((schema) => {
    const fields = Object.values(objectAt(schema, "properties"));
    const isClosed = fields.length > 0 || schema.additionalProperties === false;
    return isClosed && fields.every((field) => isObject(field) && isSaid(field));
  });
}
