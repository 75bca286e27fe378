import { pointerOf } from "../lint/definition";
import { isObject } from "./literals";
import { equal, type Node, nodesOf, valueAt } from "./nodes";
import { UPPER } from "./predicates";
import { asSpelled, isBlank, plain } from "./spelling";
import type { Json, Key, Keyword, Said, Violation } from "./types";
import { joinUnions, rowOf } from "./unions";

// Wrappers of arguments in some programs' requests; not fields unless the arguments have them.
const AROUND = new Set<Key>([
  "body",
  "arguments",
  "args",
  "params",
  "input",
  "data",
  "json",
  "query",
  "request",
  "attributes",
  "payload",
  "parameters",
]);

const one = (nodes: readonly Node[]): Key[] | null => (nodes.length === 1 ? (nodes[0]?.keys ?? null) : null);

// A long value quoted only in part.
const CUT = /^(.{8,}?)\s?(?:…|\.{3})\s?(?:[[(<]truncated[\])>])?$/s;

/** Where a value was sent, if in one place only. */
function byValue(nodes: readonly Node[], value: Json): Key[] | null {
  const same = nodes.filter((node) => equal(node.value, value));
  if (same.length > 0) return one(same);
  const begins = typeof value === "string" ? CUT.exec(value)?.[1] : undefined;
  if (begins !== undefined)
    return one(nodes.filter((node) => typeof node.value === "string" && node.value.startsWith(begins)));
  if (typeof value === "object") return null;
  return one(nodes.filter((node) => typeof node.value !== "object" && String(node.value) === String(value)));
}

/** The value of a pair such as `{ "property": "email", "value": "…" }`. */
function byPair(nodes: readonly Node[], name: string): Key[] | null {
  const pairs = nodes.filter(
    ({ value }) =>
      isObject(value) &&
      Object.hasOwn(value, "value") &&
      [value.property, value.name, value.propertyName, value.key].includes(name),
  );
  const keys = one(pairs);
  return keys && [...keys, "value"];
}

/** Where a field of this name was sent: the only place, or the only one nearest to the top. */
function byName(nodes: readonly Node[], said: Said): Key[] | null {
  const name = said.name ?? "";
  const named = nodes.filter(({ keys }) => {
    const last = keys.at(-1);
    if (typeof last !== "string") return false;
    return last === name || (said.spoken === true && plain(last) === plain(name));
  });
  if (named.length === 0) return byPair(nodes, name);
  const value = said.value;
  const alike = value === undefined ? named : named.filter((node) => equal(node.value, value));
  const found = alike.length > 0 ? alike : named;
  const depth = Math.min(...found.map(({ keys }) => keys.length));
  const keys = one(found.filter((node) => node.keys.length === depth));
  return keys && [...keys, ...itemOf(nodes, keys, value)];
}

/** The index of the refused value in a list. */
function itemOf(nodes: readonly Node[], keys: readonly Key[], value: Json | undefined): Key[] {
  const list = nodes.find((node) => node.keys === keys)?.value;
  if (!Array.isArray(list) || value === undefined) return [];
  const same = [...list.keys()].filter((at) => equal(list[at] ?? null, value));
  return same.length === 1 ? same : [];
}

/** Indexes of objects in a list that lack what the others have. */
function lackingIn(list: Json, has: (value: Json) => boolean): number[] {
  if (!Array.isArray(list) || !list.some(has)) return [];
  return [...list.keys()].filter((at) => isObject(list[at]) && !has(list[at] ?? null));
}

/** Where a field is missing: in the only similar object without it, else at the top. */
function missing(root: Json, nodes: readonly Node[], said: Said): Key[] {
  const { name: told = "" } = said;
  const name = said.spoken && !/[a-z][A-Z]/.test(told) ? told.replaceAll(" ", "_").toLowerCase() : told;
  const has = (value: Json) => isObject(value) && Object.hasOwn(value, name);
  const sent = said.spoken ? byName(nodes, said) : null;
  if (sent && (sent.at(-1) === name || isBlank(valueAt(root, sent)))) return sent;
  const lacking = nodes.flatMap(({ keys, value }) => lackingIn(value, has).map((at) => [...keys, at]));
  const [lack] = lacking;
  if (lack && lacking.length === 1) return [...lack, name];
  if (said.within !== undefined) {
    const holders = nodes.filter(
      ({ keys, value }) => keys.at(-1) === said.within && isObject(value) && !has(value),
    );
    const [holder] = holders;
    if (holder && holders.length === 1) return [...holder.keys, name];
  }
  if (!has(root)) return [name];
  const objects = nodes.filter(({ value }) => isObject(value) && !has(value));
  return [...(one(objects) ?? []), name];
}

/** Keys without a request's wrappers. */
function inside(root: Json, keys: readonly Key[]): Key[] {
  const [first, ...rest] = keys;
  const isAround = first !== undefined && rest.length > 0 && AROUND.has(first);
  return isAround && valueAt(root, [first]) === undefined ? inside(root, rest) : [...keys];
}

/** Keys of which the arguments have only the last, or the same ones deeper in one place. */
function shifted(root: Json, nodes: readonly Node[], keys: readonly Key[], keyword: Keyword): Key[] {
  // A missing field's place is its object.
  const isIn = (value: Json, tail: readonly Key[]) =>
    keyword === "required"
      ? tail.length > 1 && isObject(valueAt(value, tail.slice(0, -1)))
      : valueAt(value, tail) !== undefined;
  const [first] = keys;
  if (first === undefined || valueAt(root, [first]) !== undefined) return [...keys];
  if (keys.length === 1)
    return (
      (keyword === "required" ? null : byName(nodes, { keyword, keys: null, name: String(first) })) ?? [
        ...keys,
      ]
    );
  const holder = one(nodes.filter((node) => isObject(node.value) && isIn(node.value, keys)));
  if (holder) return [...holder, ...keys];
  const tail = keys.map((_, at) => asSpelled(root, keys.slice(at), keyword)).find((each) => isIn(root, each));
  return tail ?? [...keys];
}

/** The only possible value, or the likeliest of several. */
function byBreach(nodes: readonly Node[], { breaks, likely }: Said): Key[] | null {
  const all = nodes.filter(({ keys, value }) => keys.length > 0 && breaks?.(value));
  if (all.length < 2 || !likely) return one(all);
  const scored = all.map((node) => ({ node, score: likely(node.keys.at(-1) ?? "", node.value) }));
  const most = Math.max(...scored.map(({ score }) => score));
  return most > 0 ? one(scored.filter(({ score }) => score === most).map(({ node }) => node)) : null;
}

function keysOfSaid(root: Json, nodes: readonly Node[], said: Said): Key[] | null {
  if (said.breaks) return byBreach(nodes, said);
  if (said.keys !== null) return shifted(root, nodes, asSpelled(root, said.keys, said.keyword), said.keyword);
  if (said.name !== undefined) {
    if (said.keyword === "required") return missing(root, nodes, said);
    const found = byName(nodes, said);
    return found ?? (said.orValue === undefined ? null : byValue(nodes, said.orValue));
  }
  return said.value === undefined ? null : byValue(nodes, said.value);
}

/** Of two bounds, the violated one; for a number type, its bound if a number was sent. */
function sided({ keyword, most }: Said, value: Json | undefined): Keyword {
  if (keyword === "type" && typeof value === "number" && most !== undefined)
    return value > most ? "maximum" : "minimum";
  if (keyword === "type") return typeof value === "number" && Number.isInteger(value) ? "minimum" : "type";
  const size = typeof value === "string" || Array.isArray(value) ? value.length : value;
  if (most === undefined || typeof size !== "number" || size <= most) return keyword;
  return UPPER[keyword] ?? keyword;
}

/** A bound without a unit is of what the value has: a length, items, or itself. */
function measured(keyword: Keyword, value: Json | undefined): Keyword {
  const side = /^min/.test(keyword) ? "min" : /^max/.test(keyword) ? "max" : null;
  if (side === null || !/imum$|Length$/.test(keyword)) return keyword;
  if (Array.isArray(value)) return `${side}Items`;
  return typeof value === "string" && /imum$/.test(keyword) && Number.isNaN(Number(value || "x"))
    ? `${side}Length`
    : keyword;
}

/** A field missing from the one object that contains all others the message names. */
function besideOthers(
  root: Json,
  places: readonly (Key[] | null)[],
  said: readonly Said[],
): (Key[] | null)[] {
  const isLost = (at: number) => {
    const keys = places[at];
    return said[at]?.keyword === "required" && keys?.length === 1 && valueAt(root, keys) === undefined;
  };
  const isAlone = (at: number) => (said[at]?.keys?.length ?? 1) === 1 && (places[at]?.length ?? 0) > 0;
  const others = [...places.keys()].filter((at) => !isLost(at) && isAlone(at));
  const owners = new Set(others.map((at) => pointerOf(...(places[at] ?? []).slice(0, -1))));
  const [other] = others;
  if (other === undefined || owners.size !== 1) return [...places];
  const owner = (places[other] ?? []).slice(0, -1);
  return places.map((keys, at) =>
    keys && isLost(at) && isObject(valueAt(root, owner)) ? [...owner, ...keys] : keys,
  );
}

/**
 * Matches a message's statements with the arguments: pointers, and sent values. Each field and
 * keyword once.
 */
export function place(all: readonly Said[], root: Json): Violation[] {
  const nodes = nodesOf(root);
  const stripped = all.map((said) => (said.keys ? { ...said, keys: inside(root, said.keys) } : said));
  const found = new Map<string, Violation>();
  const joined = joinUnions(root, stripped);
  const places = besideOthers(
    root,
    joined.map((said) => keysOfSaid(root, nodes, said)),
    joined,
  );
  for (const [at, said] of joined.entries()) {
    const keys = places[at] ?? null;
    // The whole arguments are not a field.
    const path = keys === null || keys.length === 0 ? null : pointerOf(...keys);
    const sent = keys === null || keys.length === 0 ? said.value : (valueAt(root, keys) ?? said.value);
    const keyword = said.sized ? measured(sided(said, sent), sent) : said.keyword;
    const id = `${path} ${keyword}`;
    if (found.has(id)) continue;
    found.set(id, {
      path,
      keyword,
      ...(sent === undefined ? {} : { value: sent }),
      ...(said.allowed === undefined ? {} : { allowed: said.allowed }),
      ...rowOf(said),
    });
  }
  return [...found.values()];
}
