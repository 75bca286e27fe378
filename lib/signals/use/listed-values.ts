import { isObject, type Json, type JsonObject, objectAt } from "@/gateway/lint/definition";
import { literalsOf, placesOf, shapeAt } from "@/gateway/lint/places";
import { ANY_ITEM, fieldAt } from "@/lib/calls/rules";
import { fromPointer } from "@/lib/core/json/pointers";

const VALUES_MAX = 40;

const TEXT_MAX = 200;

/**
 * Values that an input schema lists for the field of a hot-spot, as JSON. Empty if the field is
 * open or missing.
 * @param path a JSON pointer with `*` for list items
 */
export function listedIn(inputSchemaText: string, path: string): string[] {
  const schema: Json = JSON.parse(inputSchemaText);
  if (!isObject(schema)) return [];
  const parts = fromPointer(path);
  const named = parts.findLastIndex((part) => part !== ANY_ITEM) + 1;
  const field = fieldAt(parts.slice(0, named));
  const found = placesOf(schema).filter((place) => place.path === field);
  const values = found.flatMap((place) => literalsAt(schema, place.shape, parts.length - named) ?? []);
  const texts = values.map((value) => JSON.stringify(value));
  const cut = texts.map((text) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text));
  return [...new Set(cut)].slice(0, VALUES_MAX);
}

function literalsAt(root: JsonObject, shape: ReturnType<typeof shapeAt>, lists: number): Json[] | null {
  if (lists === 0) return literalsOf(shape);
  const inner = shape.variants.flatMap(
    (variant) => literalsAt(root, shapeAt(root, objectAt(variant, "items")), lists - 1) ?? [],
  );
  return inner.length > 0 ? inner : null;
}
