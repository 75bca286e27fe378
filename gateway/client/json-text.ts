/**
 * Reads pieces of JSON text without re-serialising, because `JSON.parse` changes values:
 * 9007199254740993 becomes 9007199254740992, 1e400 becomes Infinity. All functions expect text that
 * `JSON.parse` accepts; check foreign text with {@link assertJsonObject}.
 */

export type Path = readonly (string | number)[];

type Span = { start: number; end: number };
type Member = Span & { key: string; keyStart: number };

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

function skipSpace(text: string, from: number): number {
  let i = from;
  while (text[i] === " " || text[i] === "\n" || text[i] === "\r" || text[i] === "\t") i++;
  return i;
}

function endOfString(text: string, quoteAt: number): number {
  let i = quoteAt + 1;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    i += code === BACKSLASH ? 2 : 1;
  }
  throw new SyntaxError("Unterminated string in JSON text");
}

function endOfContainer(text: string, openAt: number): number {
  let depth = 0;
  let i = openAt;
  while (i < text.length) {
    const c = text[i];
    if (c === '"') {
      i = endOfString(text, i);
      continue;
    }
    if (c === "{" || c === "[") depth++;
    if (c === "}" || c === "]") depth--;
    i++;
    if (depth === 0) return i;
  }
  throw new SyntaxError("Unterminated object or array in JSON text");
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === "{" || first === "[") return endOfContainer(text, start);
  let i = start;
  while (i < text.length && !/[\s,\]}]/.test(text.charAt(i))) i++;
  return i;
}

/** The members of the object that starts at `at`, in written order, duplicates included. */
export function readMembers(text: string, at = 0): Member[] {
  const members: Member[] = [];
  let i = skipSpace(text, skipSpace(text, at) + 1);
  while (i < text.length && text[i] !== "}") {
    const keyStart = i;
    const keyEnd = endOfString(text, i);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ key: JSON.parse(text.slice(keyStart, keyEnd)) as string, keyStart, start, end });
    i = skipSpace(text, end);
    if (text[i] === ",") i = skipSpace(text, i + 1);
  }
  return members;
}

/** The elements of the array that starts at `at`. */
export function readElements(text: string, at = 0): Span[] {
  const elements: Span[] = [];
  let i = skipSpace(text, skipSpace(text, at) + 1);
  while (i < text.length && text[i] !== "]") {
    const end = endOfValue(text, i);
    elements.push({ start: i, end });
    i = skipSpace(text, end);
    if (text[i] === ",") i = skipSpace(text, i + 1);
  }
  return elements;
}

function child(text: string, at: number, step: string | number): Span | undefined {
  if (typeof step === "number") return text[at] === "[" ? readElements(text, at)[step] : undefined;
  // The last of several equal keys, as in JSON.parse.
  return text[at] === "{" ? readMembers(text, at).findLast((member) => member.key === step) : undefined;
}

function spanAt(text: string, path: Path): Span | undefined {
  let span: Span = { start: skipSpace(text, 0), end: text.length };
  for (const step of path) {
    const next = child(text, span.start, step);
    if (!next) return undefined;
    span = next;
  }
  return span;
}

/** The exact text of the value at `path`, or undefined when there is none. */
export function textAt(text: string, path: Path): string | undefined {
  const span = spanAt(text, path);
  return span && text.slice(span.start, span.end);
}

/**
 * The text with the value at `path` changed; unchanged without one. `change` gets and returns JSON
 * text.
 */
export function changedAt(text: string, path: Path, change: (valueText: string) => string): string {
  const span = spanAt(text, path);
  return span
    ? text.slice(0, span.start) + change(text.slice(span.start, span.end)) + text.slice(span.end)
    : text;
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * The text with each number outside of strings replaced. `replace` gets the literal and returns
 * JSON text.
 */
export function replaceNumbers(text: string, replace: (literal: string) => string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = i;
      const literal = NUMBER.exec(text)?.[0] ?? text.charAt(i);
      const replaced = replace(literal);
      if (replaced !== literal) {
        parts.push(text.slice(kept, i), replaced);
        kept = i + literal.length;
      }
      i += literal.length;
    } else i++;
  }
  return kept === 0 ? text : parts.join("") + text.slice(kept);
}

/** The object without any member `key`; other members keep their bytes and order. */
export function withoutMember(objectText: string, key: string): string {
  const kept = readMembers(objectText).filter((member) => member.key !== key);
  return `{${kept.map((member) => objectText.slice(member.keyStart, member.end)).join(",")}}`;
}

/** Serialises `body` with one more member, `key`, whose value is `valueText` byte for byte. */
export function spliceMember(body: Record<string, unknown>, key: string, valueText: string): string {
  const { [key]: _replaced, ...others } = body;
  const rest = JSON.stringify(others);
  const separator = rest === "{}" ? "" : ",";
  return `{${JSON.stringify(key)}:${valueText}${separator}${rest.slice(1)}`;
}

/** @throws TypeError naming `what` when `text` is not the JSON text of an object. */
export function assertJsonObject(text: string, what: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TypeError(`${what} is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${what} must be a JSON object, for example {"path":"notes.txt"}.`);
  }
}
