/** A parsed object or list; `null` also covers Python's None and JavaScript's undefined. */
export type Parsed = string | number | boolean | null | Parsed[] | { [key: string]: Parsed };

type Structure = { from: number; to: number; value: Parsed };

// A text with more unmatched brackets is prose; deeper nesting is no service error.
const MISSES_MAX = 30;
const DEPTH_MAX = 24;

const CLOSERS: Record<string, string> = { "{": "}", "[": "]" };
const SPACE = /\s{0,5000}/uy;
const WORD = /[\p{L}_$][\p{L}\p{N}_$.-]{0,99}/uy;
const NUMBER = /-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,4})?/iuy;
const LITERALS: Record<string, Parsed> = {
  ...{ true: true, True: true, false: false, False: false },
  ...{ null: null, None: null, undefined: null, nil: null },
};
const ESCAPES: Record<string, string> = { n: "\n", r: "\n", t: "\t", b: " ", f: " " };

class NoStructure extends Error {}

/** Parses JSON, and objects as Python and JavaScript print them. May be truncated. */
class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  private taken(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private ended(): boolean {
    this.taken(SPACE);
    return this.at >= this.text.length || /^(?:…|\.\.\.)/u.test(this.text.slice(this.at, this.at + 3));
  }

  value(depth: number): Parsed {
    if (depth > DEPTH_MAX) throw new NoStructure();
    this.taken(SPACE);
    const char = this.text[this.at] ?? "";
    if (char === "{") return this.object(depth);
    if (char === "[") return this.list(depth);
    if (char === '"' || char === "'") return this.quoted(char);
    const number = this.taken(NUMBER);
    if (number) return Number(number);
    const word = this.taken(WORD);
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word] ?? null;
    throw new NoStructure();
  }

  private quoted(quote: string): string {
    let read = "";
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at] ?? "";
      if (char === quote) {
        this.at += 1;
        return read;
      }
      if (char === "\\") {
        this.at += 1;
        const escaped = this.text[this.at] ?? "";
        const hex = /^u([0-9a-f]{4})/iu.exec(this.text.slice(this.at, this.at + 5))?.[1];
        if (hex) this.at += 4;
        read += hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[escaped] ?? escaped);
      } else read += char;
    }
    return read;
  }

  private list(depth: number): Parsed[] {
    const items: Parsed[] = [];
    this.members("[", () => items.push(this.value(depth + 1)));
    return items;
  }

  private object(depth: number): Parsed {
    const members: [string, Parsed][] = [];
    this.members("{", () => {
      const char = this.text[this.at] ?? "";
      const key = char === '"' || char === "'" ? this.quoted(char) : this.taken(WORD);
      if (this.ended()) return;
      if (key === "" || this.text[this.at] !== ":") throw new NoStructure();
      this.at += 1;
      members.push([key, this.ended() ? null : this.value(depth + 1)]);
    });
    return Object.fromEntries(members);
  }

  private members(opener: string, read: () => void): void {
    const closer = CLOSERS[opener];
    this.at += 1;
    while (!this.ended()) {
      if (this.text[this.at] === closer) {
        this.at += 1;
        return;
      }
      read();
      if (this.ended()) return;
      const next = this.text[this.at];
      if (next === ",") this.at += 1;
      else if (next !== closer) throw new NoStructure();
    }
  }
}

/** The objects and lists in a text, outermost first. Excludes quoted ones and `items[2]`. */
export function structuresIn(text: string): Structure[] {
  const found: Structure[] = [];
  const openers = /(?<![\p{L}\p{N}_"'`\\\]])[{[]/gu;
  let misses = 0;
  for (let next = openers.exec(text); next && misses < MISSES_MAX; next = openers.exec(text)) {
    const reader = new Reader(text, next.index);
    try {
      const value = reader.value(0);
      found.push({ from: next.index, to: reader.at, value });
      openers.lastIndex = reader.at;
    } catch (error) {
      if (!(error instanceof NoStructure)) throw error;
      misses += 1;
    }
  }
  return found;
}

/** XML errors as objects: each element with only text, by its name. */
export function elementsIn(text: string): { [tag: string]: Parsed } | null {
  if (!/^\s{0,20}<(?:\?xml|error|fault|soap|\w{0,20}response)/iu.test(text)) return null;
  const leaves = [...text.matchAll(/<([a-z][\w:-]{0,60})>([^<>]{0,2000})<\/\1>/giu)];
  return leaves.length === 0
    ? null
    : Object.fromEntries(leaves.map(([, tag = "", held = ""]) => [tag, held]));
}
