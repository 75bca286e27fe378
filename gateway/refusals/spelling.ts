import { isObject } from "./literals";
import { valueAt } from "./nodes";
import type { Json, Key, Keyword } from "./types";

// Names that differ in case and signs only.

/** What is left of a name without case and signs. */
export const plain = (name: Key) =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

/** What some programs take for nothing. */
export const isBlank = (value: Json | undefined) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

// Each object's names are read once, however many fields a message speaks of.
const spellings = new WeakMap<object, ReadonlyMap<string, string[]>>();

/** The names of an object's members by what is left of them without case and signs. */
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

/** Keys as the arguments spell them, where they do: some programs change the case of names. */
export function asSpelled(root: Json, keys: readonly Key[], keyword: Keyword): Key[] {
  const real: Key[] = [];
  for (const [at, key] of keys.entries()) {
    const value = valueAt(root, real);
    const same =
      isObject(value) && !Object.hasOwn(value, key) ? (spellingsOf(value).get(plain(key)) ?? []) : [];
    const [only] = same.length === 1 ? same : [];
    // What is missing under one name is not what was sent under another.
    const isOther =
      keyword === "required" && at === keys.length - 1 && !isBlank(valueAt(value ?? null, [only ?? ""]));
    real.push(only === undefined || isOther ? key : only);
  }
  return real;
}
