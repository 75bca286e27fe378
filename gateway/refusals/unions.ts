import { pointerOf } from "../lint/definition";
import { isObject } from "./literals";
import { valueAt } from "./nodes";
import type { Json, Key, Said } from "./types";

// Merges statements about one value.

type Loose = { keys: Key[]; base: string; label: string };

/** Follows keys that may contain type names, which belong to no field. */
function follow(root: Json, { keys, keyword }: Said): Loose {
  const real: Key[] = [];
  const labels: Key[] = [];
  let base: string | null = null;
  let value: Json | undefined = root;
  for (const [at, key] of (keys ?? []).entries()) {
    const isIn = Array.isArray(value)
      ? typeof key === "number"
      : isObject(value) && Object.hasOwn(value, key);
    const isMissing = keyword === "required" && at === (keys?.length ?? 0) - 1;
    if (isIn || isMissing) {
      real.push(key);
      value = value === undefined ? undefined : valueAt(value, [key]);
    } else {
      base ??= pointerOf(...real);
      labels.push(key);
    }
  }
  return { keys: real, base: base ?? "", label: labels.join(".") };
}

/** Which row says so, where a row does. */
export const rowOf = ({ row }: Said) => (row === undefined ? {} : { row });

// An integer and a float error of one value are one: it is not a number.
const isNumber = (label: string) => /^(?:int|float|decimal|complex)$/.test(label);

/** Merges union members that all refuse one value. */
export function joinUnions(root: Json, said: readonly Said[]): Said[] {
  const followed = said.map((each) => (each.loose && each.keys ? follow(root, each) : null));
  const labels = new Map<string, Set<string>>();
  for (const each of followed)
    if (each?.label) labels.set(each.base, (labels.get(each.base) ?? new Set()).add(each.label));
  const repeated = new Map<string, number>();
  for (const { keys, loose } of said)
    if (keys && loose === false)
      repeated.set(pointerOf(...keys), (repeated.get(pointerOf(...keys)) ?? 0) + 1);
  return said.map((each, at): Said => {
    const place = followed[at];
    const members = place?.label ? (labels.get(place.base) ?? new Set()) : new Set<string>();
    if (place && members.size > 1) {
      const keys = place.keys.slice(0, place.base.split("/").length - 1);
      return { ...rowOf(each), keyword: [...members].every(isNumber) ? "type" : "anyOf", keys };
    }
    if (place) return { ...each, keys: place.keys };
    const isUnion = each.loose === false && each.keys && (repeated.get(pointerOf(...each.keys)) ?? 0) > 1;
    return isUnion ? { ...rowOf(each), keyword: "anyOf", keys: each.keys } : each;
  });
}
