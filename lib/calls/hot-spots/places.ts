import { isObject } from "./literals";
import { equal, type Node, nodesOf, pointerOf, valueAt } from "./nodes";
import type { Json, Key, Keyword, Said, Violation } from "./types";

// Around the arguments in requests of some programs; never a field where the arguments have none of that name.
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

// A long value of which only the beginning is repeated.
const CUT = /^(.{8,}?)\s?(?:…|\.{3})\s?(?:[[(<]truncated[\])>])?$/s;

/** Where a value was sent, if that was in one place only. */
function byValue(nodes: readonly Node[], value: Json): Key[] | null {
  const same = nodes.filter((node) => equal(node.value, value));
  if (same.length > 0) return one(same);
  const begins = typeof value === "string" ? CUT.exec(value)?.[1] : undefined;
  if (begins !== undefined)
    return one(nodes.filter((node) => typeof node.value === "string" && node.value.startsWith(begins)));
  if (typeof value === "object") return null;
  return one(nodes.filter((node) => typeof node.value !== "object" && String(node.value) === String(value)));
}

const plain = (name: Key) =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

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

/** Where a field of this name was sent: the one place, or the only one nearest to the top. */
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

/** Where in a list the value stands that is refused. */
function itemOf(nodes: readonly Node[], keys: readonly Key[], value: Json | undefined): Key[] {
  const list = nodes.find((node) => node.keys === keys)?.value;
  if (!Array.isArray(list) || value === undefined) return [];
  const same = [...list.keys()].filter((at) => equal(list[at] ?? null, value));
  return same.length === 1 ? same : [];
}

/** Where a field is missing: in the one of several like objects that lacks it, else at the top. */
function missing(root: Json, nodes: readonly Node[], said: Said): Key[] {
  const name = said.spoken ? (said.name ?? "").replaceAll(" ", "_").toLowerCase() : (said.name ?? "");
  const has = (value: Json) => isObject(value) && Object.hasOwn(value, name);
  const sent = said.spoken ? byName(nodes, said) : null;
  if (sent) return sent;
  const lacking = nodes.filter(({ keys, value }) => {
    if (typeof keys.at(-1) !== "number" || !isObject(value) || has(value)) return false;
    const siblings = valueAt(root, keys.slice(0, -1));
    return Array.isArray(siblings) && siblings.some(has);
  });
  const [lack] = lacking;
  if (lack && lacking.length === 1) return [...lack.keys, name];
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

type Loose = { keys: Key[]; base: string; label: string };

/** Follows keys among which names of types may stand: those are no field's. */
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
      base ??= pointerOf(real);
      labels.push(key);
    }
  }
  return { keys: real, base: base ?? "", label: labels.join(".") };
}

/** Keys without what stands around the arguments in a request. */
function inside(root: Json, keys: readonly Key[]): Key[] {
  const [first, ...rest] = keys;
  const isAround = first !== undefined && rest.length > 0 && AROUND.has(first);
  return isAround && valueAt(root, [first]) === undefined ? inside(root, rest) : [...keys];
}

/** Keys as the arguments spell them, where they do: some programs change the case of names. */
function asSpelled(root: Json, keys: readonly Key[]): Key[] {
  const real: Key[] = [];
  for (const key of keys) {
    const value = valueAt(root, real);
    const names = isObject(value) ? Object.keys(value) : [];
    const same = names.includes(String(key)) ? [] : names.filter((name) => plain(name) === plain(key));
    real.push(same.length === 1 && same[0] !== undefined ? same[0] : key);
  }
  return real;
}

/** Keys of which the arguments have only the last, or which they have deeper down in one place. */
function shifted(root: Json, nodes: readonly Node[], keys: readonly Key[], keyword: Keyword): Key[] {
  // A missing field has a place where the object is that it is missing in.
  const isIn = (value: Json, tail: readonly Key[]) =>
    keyword === "required"
      ? tail.length > 1 && isObject(valueAt(value, tail.slice(0, -1)))
      : valueAt(value, tail) !== undefined;
  const [first] = keys;
  if (keys.length < 2 || first === undefined || valueAt(root, [first]) !== undefined) return [...keys];
  const holder = one(nodes.filter((node) => isObject(node.value) && isIn(node.value, keys)));
  if (holder) return [...holder, ...keys];
  const tail = keys.map((_, at) => asSpelled(root, keys.slice(at))).find((each) => isIn(root, each));
  return tail ?? [...keys];
}

/** The one value that can be meant. */
function byBreach(nodes: readonly Node[], breaks: (value: Json) => boolean): Key[] | null {
  return one(nodes.filter(({ keys, value }) => keys.length > 0 && breaks(value)));
}

function keysOfSaid(root: Json, nodes: readonly Node[], said: Said): Key[] | null {
  if (said.breaks) return byBreach(nodes, said.breaks);
  if (said.keys !== null) return shifted(root, nodes, asSpelled(root, said.keys), said.keyword);
  if (said.name !== undefined) {
    if (said.keyword === "required") return missing(root, nodes, said);
    const found = byName(nodes, said);
    return found ?? (said.orValue === undefined ? null : byValue(nodes, said.orValue));
  }
  return said.value === undefined ? null : byValue(nodes, said.value);
}

/** Members of a union that all refuse one value make one refusal of it. */
function joinUnions(root: Json, said: readonly Said[]): Said[] {
  const followed = said.map((each) => (each.loose && each.keys ? follow(root, each) : null));
  const labels = new Map<string, Set<string>>();
  for (const each of followed)
    if (each?.label) labels.set(each.base, (labels.get(each.base) ?? new Set()).add(each.label));
  const repeated = new Map<string, number>();
  for (const { keys, loose } of said)
    if (keys && loose === false) repeated.set(pointerOf(keys), (repeated.get(pointerOf(keys)) ?? 0) + 1);
  return said.map((each, at): Said => {
    const place = followed[at];
    if (place?.label && (labels.get(place.base)?.size ?? 0) > 1) {
      const keys = place.keys.slice(0, place.base.split("/").length - 1);
      return { keyword: "anyOf", keys };
    }
    if (place) return { ...each, keys: place.keys };
    const isUnion = each.loose === false && each.keys && (repeated.get(pointerOf(each.keys)) ?? 0) > 1;
    return isUnion ? { keyword: "anyOf", keys: each.keys } : each;
  });
}

/** Of two bounds, the one that the value is beyond; of a kind of number, its bound where a number was sent. */
function sided({ keyword, most }: Said, value: Json | undefined): Keyword {
  if (keyword === "type") return typeof value === "number" && Number.isInteger(value) ? "minimum" : "type";
  const size = typeof value === "string" || Array.isArray(value) ? value.length : value;
  if (most === undefined || typeof size !== "number" || size <= most) return keyword;
  return MOST[keyword] ?? keyword;
}

const MOST: Partial<Record<Keyword, Keyword>> = {
  minimum: "maximum",
  minLength: "maxLength",
  minItems: "maxItems",
};

/** A bound without a unit is of what the value has: a length, items, or itself. */
function measured(keyword: Keyword, value: Json | undefined): Keyword {
  const side = /^min/.test(keyword) ? "min" : /^max/.test(keyword) ? "max" : null;
  if (side === null || !/imum$|Length$/.test(keyword)) return keyword;
  if (Array.isArray(value)) return `${side}Items`;
  return typeof value === "string" && /imum$/.test(keyword) && Number.isNaN(Number(value || "x"))
    ? `${side}Length`
    : keyword;
}

/** What a message says, held against the arguments: pointers, and the values that were sent. Each field and keyword once. */
export function place(all: readonly Said[], root: Json): Violation[] {
  const nodes = nodesOf(root);
  const stripped = all.map((said) => (said.keys ? { ...said, keys: inside(root, said.keys) } : said));
  const found = new Map<string, Violation>();
  for (const said of joinUnions(root, stripped)) {
    const keys = keysOfSaid(root, nodes, said);
    // The whole of the arguments is no field.
    const path = keys === null || keys.length === 0 ? null : pointerOf(keys);
    const sent = keys === null || keys.length === 0 ? said.value : (valueAt(root, keys) ?? said.value);
    const keyword = said.sized ? measured(sided(said, sent), sent) : said.keyword;
    const id = `${path} ${keyword}`;
    if (found.has(id)) continue;
    found.set(id, {
      path,
      keyword,
      ...(sent === undefined ? {} : { value: sent }),
      ...(said.allowed === undefined ? {} : { allowed: said.allowed }),
    });
  }
  return [...found.values()];
}
