import { isMember } from "./member-names";
import { toPointer } from "./pointers";

/**
 * A strict, lossless JSON parser (RFC 8259). Unlike JSON.parse it keeps number literals and the
 * place of every value. Refuses duplicate keys, `__proto__`, lone surrogates, NUL, excessive depth
 * or size.
 */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: "object"; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly literal: string }
  | { readonly kind: "constant"; readonly value: boolean | null }
);

export type JsonMember = { readonly key: string; readonly value: JsonNode };

export type JsonLimits = { maxDepth: number; maxNodes: number };

/** Limits of depth and of values per object. A value takes about 100 bytes of memory. */
export const JSON_LIMITS: JsonLimits = { maxDepth: 64, maxNodes: 20_000 };

/**
 * Why a text is not acceptable JSON. `pointer` is the current value, `offset` counts UTF-16 units.
 */
export class JsonError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly pointer: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = "JsonError";
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Parses one JSON text.
 * @throws JsonError with cause and place
 */
export function parseJson(text: string, limits: JsonLimits = JSON_LIMITS): JsonNode {
  const node = new JsonReader(text, limits).read(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  if (!node) throw new Error("a text was read to no end");
  return node;
}

type Open =
  | { kind: "object"; start: number; members: JsonMember[]; seen: Set<string> | null; key: string }
  | { kind: "array"; start: number; items: JsonNode[] };

const CLOSING = { object: "}", array: "]" } as const;

/** Keeps open values on an explicit stack, so that it can pause after any value. */
export class JsonReader {
  private at = 0;
  private nodes = 0;
  private readonly path: (string | number)[] = [];
  private readonly open: Open[] = [];

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
  ) {}

  /** Parses up to this many values or characters; returns the result at the end, null before. */
  read(values: number, characters: number): JsonNode | null {
    const until = this.at + characters;
    for (let read = 0; read < values && this.at < until; read += 1) {
      const node = this.value();
      const whole = node && this.placed(node);
      if (!whole) continue;
      this.space();
      if (this.at < this.text.length) this.fail("malformed", "there is more text after the JSON value");
      return whole;
    }
    return null;
  }

  private fail(code: string, message: string): never {
    throw new JsonError(code, `${message} (at character ${this.at + 1})`, toPointer(this.path), this.at);
  }

  private space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.at += 1;
    }
  }

  private value(): JsonNode | null {
    this.space();
    if (this.open.length > this.limits.maxDepth)
      this.fail("too_deep", `values are nested deeper than ${this.limits.maxDepth}`);
    if (++this.nodes > this.limits.maxNodes)
      this.fail("too_many_values", `more than ${this.limits.maxNodes} values`);
    const start = this.at;
    switch (this.text[start]) {
      case "{":
        return this.opened({ kind: "object", members: [], seen: null, start, key: "" });
      case "[":
        return this.opened({ kind: "array", items: [], start });
      case '"':
        return { kind: "string", value: this.string(), start, end: this.at };
      case "t":
        return this.constant("true", true);
      case "f":
        return this.constant("false", false);
      case "n":
        return this.constant("null", null);
      default:
        return this.number(start);
    }
  }

  private opened(open: Open): JsonNode | null {
    this.at += 1;
    this.space();
    if (this.text[this.at] === CLOSING[open.kind]) return this.closed(open);
    this.open.push(open);
    return this.next(open);
  }

  private placed(node: JsonNode): JsonNode | null {
    let done = node;
    for (let inner = this.open.at(-1); inner; inner = this.open.at(-1)) {
      this.path.pop();
      if (inner.kind === "object") inner.members.push({ key: inner.key, value: done });
      else inner.items.push(done);
      if (this.more(CLOSING[inner.kind])) return this.next(inner);
      this.open.pop();
      done = this.closed(inner);
    }
    return done;
  }

  private next(open: Open): null {
    if (open.kind === "array") {
      this.path.push(open.items.length);
      return null;
    }
    this.space();
    if (this.text[this.at] !== '"') this.fail("malformed", "expected a member name in double quotes");
    const key = this.string();
    if (key === "__proto__") this.fail("forbidden_key", 'the member name "__proto__" is not accepted');
    if (isMember(open, key))
      this.fail("duplicate_key", `the member ${JSON.stringify(key)} appears twice in one object`);
    this.space();
    if (this.text[this.at] !== ":") this.fail("malformed", 'expected ":" after a member name');
    this.at += 1;
    open.key = key;
    this.path.push(key);
    return null;
  }

  private constant(word: string, value: boolean | null): JsonNode {
    const start = this.at;
    if (!this.text.startsWith(word, start)) this.fail("malformed", "expected a JSON value");
    this.at += word.length;
    return { kind: "constant", value, start, end: this.at };
  }

  private number(start: number): JsonNode {
    NUMBER.lastIndex = start;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) this.fail("malformed", "expected a JSON value");
    this.at = start + literal.length;
    return { kind: "number", literal, start, end: this.at };
  }

  private closed(open: Open): JsonNode {
    this.at += 1;
    const place = { start: open.start, end: this.at };
    return open.kind === "object"
      ? { kind: "object", members: open.members, ...place }
      : { kind: "array", items: open.items, ...place };
  }

  private more(close: string): boolean {
    this.space();
    const more = this.text[this.at] === ",";
    if (more) this.at += 1;
    else if (this.text[this.at] !== close) this.fail("malformed", `expected "," or "${close}"`);
    return more;
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    let value = this.plain();
    if (this.text[this.at] === "\\") value = this.unescaped(start) ?? this.wrong();
    if (this.text[this.at] !== '"') this.wrong();
    this.at += 1;
    if (value.includes("\u0000")) this.fail("nul", "the NUL character is not accepted");
    if (!value.isWellFormed()) this.fail("lone_surrogate", "a string holds half of a surrogate pair");
    return value;
  }

  private plain(): string {
    PLAIN.lastIndex = this.at;
    const plain = PLAIN.exec(this.text)?.[0] ?? "";
    this.at += plain.length;
    return plain;
  }

  /** Decodes a string with escapes; null if it is malformed. */
  private unescaped(start: number): string | null {
    let end = this.text.indexOf('"', this.at);
    while (end !== -1 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end === -1) return null;
    try {
      const value = JSON.parse(this.text.slice(start, end + 1)) as string;
      this.at = end;
      return value;
    } catch {
      return null;
    }
  }

  private isEscaped(quote: number): boolean {
    let before = quote;
    while (this.text[before - 1] === "\\") before -= 1;
    return (quote - before) % 2 === 1;
  }

  /** Finds where the string becomes invalid and throws. */
  private wrong(): never {
    while (this.text[this.at] === "\\") {
      ESCAPE.lastIndex = this.at;
      if (!ESCAPE.test(this.text)) this.fail("malformed", "an unknown escape in a string");
      this.at = ESCAPE.lastIndex;
      this.plain();
    }
    if (this.at >= this.text.length) this.fail("malformed", "the text ends inside a string");
    return this.fail("malformed", "a control character in a string must be escaped");
  }
}
