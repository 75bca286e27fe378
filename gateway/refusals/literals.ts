import type { Json, Key } from "./types";

type Read = { value: Json; end: number };

const WORDS: readonly (readonly [string, Json])[] = [
  ["None", null],
  ["null", null],
  ["undefined", null],
  ["True", true],
  ["true", true],
  ["False", false],
  ["false", false],
];

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ENUM_MEMBER = /<[\w.]+: /y;
// As Node prints objects.
const IDENTIFIER = /[A-Za-z_$][\w$]*(?=\s*:)/y;
const DEPTH_MAX = 32;

/** The literal that starts here (JSON, Python or JavaScript), and its end; null without one. */
function readLiteral(text: string, at = 0, depth = 0): Read | null {
  if (depth > DEPTH_MAX) return null;
  const start = skipSpace(text, at);
  const first = text[start];
  if (first === '"' || first === "'") return readString(text, start);
  if (first === "[" || first === "(") return readItems(text, start, depth);
  if (first === "{") return readMembers(text, start, depth);
  const member = matchAt(ENUM_MEMBER, text, start);
  if (member) {
    const inner = readLiteral(text, start + member.length, depth + 1);
    return inner && text[inner.end] === ">" ? { value: inner.value, end: inner.end + 1 } : null;
  }
  const number = matchAt(NUMBER, text, start);
  if (number) return { value: Number(number), end: start + number.length };
  const word = WORDS.find(([name]) => text.startsWith(name, start));
  return word ? { value: word[1], end: start + word[0].length } : null;
}

/** The literal that makes up the whole text; undefined otherwise. */
export function literalOf(text: string): Json | undefined {
  const read = readLiteral(text);
  return read && skipSpace(text, read.end) === text.length ? read.value : undefined;
}

/** The literal at the start of a text; undefined without one. */
export function literalAt(text: string): Json | undefined {
  return readLiteral(text)?.value;
}

/** All literals between other characters, as in `'a', 'b'` or `"a"|"b"`. */
export function literalsIn(text: string): Json[] {
  const found: Json[] = [];
  for (let at = 0; at < text.length; ) {
    const read = /[\s,|&]/.test(text[at] ?? "") ? null : readLiteral(text, at);
    if (read) found.push(read.value);
    at = read ? read.end : at + 1;
  }
  return found;
}

// Maximum of brackets tried: a structure starts early if there is one.
const BEGINNINGS_MAX = 40;

// Of these, how many may be truncated structures.
const CUT_MAX = 3;

/** The first object or list in a text, in JSON or Python; a truncated one without its lost part. */
export function structureIn(text: string): Json | undefined {
  let tried = 0;
  for (const { index } of text.matchAll(/[[{]/g)) {
    tried += 1;
    if (tried > BEGINNINGS_MAX) return undefined;
    const closed = () => (tried > CUT_MAX ? null : closedUp(text.slice(index)));
    const value = readLiteral(text, index)?.value ?? literalOf(closed() ?? "");
    if (Array.isArray(value) ? value.some((one) => typeof one === "object" && one !== null) : isObject(value))
      return value;
  }
  return undefined;
}

const CUT =
  /\s?(?:…|\.{3})?\s?(?:[[(<]?\s?(?:…|\.{3}|\d* ?(?:more )?(?:truncated|characters|chars|omitted)[^"{}]*))?$/i;
const TAIL = 60;

/** Closes a truncated structure after its last whole member; null if it is complete. */
function closedUp(text: string): string | null {
  const cut = text.slice(0, -TAIL) + text.slice(-TAIL).replace(CUT, "");
  let open: string[] = [];
  let safe = { end: 0, open };
  let quote = "";
  for (let at = 0; at < cut.length; at += 1) {
    const sign = cut[at] ?? "";
    if (quote !== "") {
      if (sign === "\\") at += 1;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "[" || sign === "{") {
      open = [sign === "[" ? "]" : "}", ...open];
      safe = { end: at + 1, open };
    } else if (sign === "]" || sign === "}") {
      if (open[0] !== sign) return null;
      open = open.slice(1);
      if (open.length === 0) return null;
      safe = { end: at + 1, open };
    } else if (sign === ",") safe = { end: at, open };
    if (open.length > DEPTH_MAX) return null;
  }
  return /[\w"']/.test(cut.slice(0, safe.end)) ? cut.slice(0, safe.end) + safe.open.join("") : null;
}

/** Whether a value is an object with members. */
export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as text. Objects may have a `toString` member that is not a function. */
export function textOf(value: Json): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** The keys of a path given as a list. */
export function keysIn(path: readonly Json[]): Key[] {
  return path.map((key) => (typeof key === "number" ? key : textOf(key)));
}

/** The parts of a JSON pointer; list indexes are digits. */
export const fromPointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The keys of a path in any notation: `/a/0`, `a.0.b`, `a[0].b`, `$.a`, `a -> 0`, `['a'][0]`. */
export function keysOf(path: string): Key[] {
  // Many programs call the whole arguments so.
  if (path === "/") return [];
  if (path.startsWith("/")) return fromPointer(path).map(keyOf);
  const parts = path
    .replace(/^\$\.?/, "")
    .matchAll(/\[\s*(?:'([^']*)'|"([^"]*)"|(\d+|\*))\s*\]|([^.[\]\s>]+(?: [^.[\]\s>-]+)*)/g);
  return [...parts].flatMap(([, single, double, index, name]): Key[] => {
    const key = single ?? double ?? index ?? name ?? "";
    if (key === "-" || key === "") return [];
    return [single === undefined && double === undefined ? keyOf(key) : key];
  });
}

const keyOf = (part: string): Key => (/^\d+$/.test(part) ? Number(part) : part);

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text[end] ?? "")) end += 1;
  return end;
}

function matchAt(shape: RegExp, text: string, at: number): string | undefined {
  shape.lastIndex = at;
  return shape.exec(text)?.[0];
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function readString(text: string, start: number): Read | null {
  const quote = text[start];
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === quote) return { value, end: at + 1 };
    if (sign !== "\\") {
      value += sign;
      continue;
    }
    at += 1;
    const escaped = text[at] ?? "";
    const digits = { u: 4, x: 2 }[escaped];
    const code = digits ? Number.parseInt(text.slice(at + 1, at + 1 + digits), 16) : Number.NaN;
    if (digits && !Number.isNaN(code)) {
      value += String.fromCharCode(code);
      at += digits;
    } else value += ESCAPES[escaped] ?? escaped;
  }
  return null;
}

function readItems(text: string, start: number, depth: number): Read | null {
  const close = text[start] === "[" ? "]" : ")";
  const items: Json[] = [];
  for (let at = skipSpace(text, start + 1); at < text.length; ) {
    if (text[at] === close) return { value: items, end: at + 1 };
    const item = readLiteral(text, at, depth + 1);
    if (!item) return null;
    items.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== close) return null;
  }
  return null;
}

function readMembers(text: string, start: number, depth: number): Read | null {
  const members: [string, Json][] = [];
  for (let at = skipSpace(text, start + 1); at < text.length; ) {
    if (text[at] === "}") return { value: Object.fromEntries(members), end: at + 1 };
    const name = matchAt(IDENTIFIER, text, at);
    const key = name ? { value: name, end: at + name.length } : readLiteral(text, at, depth + 1);
    const colon = key ? skipSpace(text, key.end) : at;
    if (!key || text[colon] !== ":") return null;
    const value = readLiteral(text, colon + 1, depth + 1);
    if (!value) return null;
    members.push([textOf(key.value), value.value]);
    at = skipSpace(text, value.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== "}") return null;
  }
  return null;
}
