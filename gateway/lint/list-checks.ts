import { about, type Check, finding } from "./checks";
import { isObject, member } from "./definition";
import { literalsOf, type Place, says, shapeAt } from "./places";
import {
  isReadable,
  linksToFormat,
  pointsElsewhere,
  saysNotEmpty,
  saysWhereToLook,
  showsExample,
} from "./prose";
import { familyOf, wordsOf } from "./words";

const lists = (places: readonly Place[]): Place[] => places.filter(({ shape }) => shape.types.has("array"));

export const emptyLists: Check = ({ definition, places }) => {
  const sentences = sentencesOf(definition.description);
  return lists(places).flatMap((place) => {
    const { shape, description } = place;
    if (says(shape, "minItems", "const", "enum", "prefixItems")) return [];
    const words = place.depth === 0 ? `${description} ${naming(sentences, place.name)}` : description;
    const must = saysNotEmpty(words) || (place.required && /\balways include\b/i.test(words));
    const patch =
      place.schema.type === "array"
        ? [{ op: "add" as const, path: `${place.pointer}/minItems`, value: 1 }]
        : null;
    if (!must && leavesOpen(definition.name, place, words))
      return [
        about(
          "empty_list_or_null",
          place,
          "may be [] as well as null, and nothing says what either of them means.",
        ),
      ];
    if (
      !must &&
      !(place.required && shape.types.size === 1 && writes(definition.name) && !/\bempty\b|\[\]/i.test(words))
    )
      return [];
    return [
      about(
        "empty_list_allowed",
        place,
        must
          ? "must hold something, as the words say; the schema takes an empty list."
          : "is required and may be empty.",
        { severity: must ? "warning" : "info", proposal: "minItems: 1", patch },
      ),
    ];
  });
};

/**
 * Whether [] and null may differ: neither filters in a reading tool, and a default or a sentence on
 * omission explains null.
 */
const leavesOpen = (tool: string, { shape, required }: Place, words: string): boolean =>
  shape.nullable &&
  shape.types.size === 1 &&
  !says(shape, "default") &&
  (writes(tool) || required) &&
  !/\bempty\b|\[\]|\bnull\b|\bnone\b|\boptional(?:ly)?\b|\bomit|\bleave\b|\bdefaults?\b|\bclears?\b|\bunset\b|\ball\b|\bif (?:not|un)/i.test(
    words,
  );

const writes = (name: string): boolean => !["read", null].includes(familyOf(name));

// The limit of a tool's description that is read; requirements come early.
const SENTENCES_CHARS = 8_000;

const sentencesOf = (text: string): string[] => text.slice(0, SENTENCES_CHARS).split(/(?<=[.!?])\s|\n/);

/** The sentences of a description that name a parameter. */
function naming(sentences: readonly string[], name: string): string {
  const word = name.toLowerCase();
  const named = new RegExp(`\\b${name.replace(/[^\w]/g, "\\$&")}\\b`, "i");
  return sentences
    .filter((sentence) => sentence.toLowerCase().includes(word) && named.test(sentence))
    .join(" ");
}

export const items: Check = ({ definition, places }) =>
  lists(places).flatMap((place) => {
    const holders = place.shape.variants.filter((schema) => schemaIsList(schema));
    const open = holders.find((schema) => isOpen(definition.inputSchema, schema, place.description));
    if (!open) return [];
    return [about("unknown_items", place, "is a list, and nothing says of what.", { severity: "warning" })];
  });

const schemaIsList = (schema: Place["schema"]): boolean =>
  schema.type === "array" || (Array.isArray(schema.type) && schema.type.includes("array"));

/** Whether a list's items have no schema, or are objects of any kind. */
function isOpen(root: Place["schema"], list: Place["schema"], description: string): boolean {
  if (Object.hasOwn(list, "prefixItems")) return false;
  const given = member(list, "items");
  if (!isObject(given) || Object.keys(given).length === 0) return true;
  const shape = shapeAt(root, given);
  if (shape.types.size === 0) return !says(shape, "enum", "const", "anyOf", "oneOf", "allOf", "$ref");
  const isAnyObject =
    shape.types.has("object") && !says(shape, "properties", "additionalProperties", "anyOf", "oneOf");
  return isAnyObject && !showsExample(`${description} ${String(given.description ?? "")}`);
}

export const freeForm: Check = ({ definition, places, around }) =>
  places.flatMap((place) => {
    if (!place.shape.types.has("object") || definition.cheatsheet) return [];
    const objects = place.shape.variants.filter(
      (schema) => schema.type === "object" || (Array.isArray(schema.type) && schema.type.includes("object")),
    );
    const open = objects.find(
      (schema) =>
        !Object.hasOwn(schema, "properties") &&
        !["patternProperties", "propertyNames", "anyOf", "oneOf", "allOf"].some((key) =>
          Object.hasOwn(schema, key),
        ),
    );
    if (!open || open.additionalProperties === false) return [];
    if (!isReadable(place.description) || pointsElsewhere(place.description)) return [];
    if (saysWhereToLook(place.description) || namesOther(place.description, definition.name, around.names))
      return [];
    if (/cheat ?sheet|mcp:\/\//i.test(definition.description) || linksToFormat(definition.description))
      return [];
    // HTTP defines header names.
    if (/^headers?$/.test(wordsOf(place.name).at(-1) ?? "")) return [];
    const typed = isObject(open.additionalProperties) && Object.keys(open.additionalProperties).length > 0;
    return [
      about("no_cheatsheet", place, "takes properties of any name, and nothing says which there are.", {
        severity: typed ? "info" : "warning",
      }),
    ];
  });

const namesOther = (text: string, own: string, names: readonly string[]): boolean =>
  names.some((name) => name !== own && wordsOf(name).length > 1 && text.includes(name));

/** Whether the schema lists every value, so that an example adds nothing. */
const isSpelledOut = ({ shape }: Place): boolean =>
  literalsOf(shape) !== null || (shape.types.size === 1 && shape.types.has("boolean"));

// From this many nested fields on, an example is worth more than descriptions.
const NESTED_MIN = 4;

export const examples: Check = ({ definition, places, words }) => {
  const nested = places.filter(({ depth }) => depth > 0);
  if (nested.filter((place) => !isSpelledOut(place)).length < NESTED_MIN || showsExample(words)) return [];
  const shown = [definition.inputSchema, ...places.flatMap(({ shape }) => shape.variants)].some(
    (schema) => Object.hasOwn(schema, "examples") || Object.hasOwn(schema, "example"),
  );
  if (shown) return [];
  const roots = [...new Set(nested.map(({ path }) => path.replace(/[.[].*$/, "")))];
  return [
    finding(
      "no_example",
      "/inputSchema",
      `${roots.map((root) => `"${root}"`).join(", ")} ${roots.length === 1 ? "holds" : "hold"} ${nested.length} nested fields, and there is no example.`,
      { fields: roots },
    ),
  ];
};
