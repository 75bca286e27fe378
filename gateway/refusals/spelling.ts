import { isObject } from "./literals";
import { valueAt } from "./nodes";
import type { Json, Key, Keyword } from "./types";

// Compares names without case and punctuation.

/** A name without case and punctuation. */
export const plain = (name: Key) =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

/** Values that some programs treat as empty. */
export const isBlank = (value: Json | undefined) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

// Caches each object's names, for messages that mention many fields.
const spellings = new WeakMap<object, ReadonlyMap<string, string[]>>();

/** The names of an object's members by normalised name. */
function spellingsOf(value: { [key: string]: Json }): ReadonlyMap<string, string[]> {
  const known = spellings.get(value);
  if (known) return known;
  const names = new Map<string, string[]>();
  for (const name of Object.keys(value)) {
    const alike = names.get(plain(name));
    if (alike) alike.push(name);
    else names.set(plain(name), [name]);
  }
  spellings.set(value, names);
  return names;
}

/** Keys in the arguments' spelling, if they exist: some programs change case. */
export function asSpelled(root: Json, keys: readonly Key[], keyword: Keyword): Key[] {
  const real: Key[] = [];
  for (const [at, key] of keys.entries()) {
    const value = valueAt(root, real);
    const same =
      isObject(value) && !Object.hasOwn(value, key) ? (spellingsOf(value).get(plain(key)) ?? []) : [];
    const [only] = same.length === 1 ? same : [];
    // A field missing under one name is not one sent under another.
    const isOther =
      keyword === "required" && at === keys.length - 1 && !isBlank(valueAt(value ?? null, [only ?? ""]));
    real.push(only === undefined || isOther ? key : only);
  }
  return real;
}
