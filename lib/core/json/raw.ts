import { canonicalSha256 } from "./canonical";
import { assertWithin } from "./large";
import { type JsonLimits, type JsonNode, parseJson } from "./parse";

/** A JSON value exactly as written. `text` goes into answers verbatim; `node` is for inspection. */
export class RawJson {
  #node: JsonNode;
  #offset: number;

  /** @param offset start of this text within the text that the node was parsed from */
  constructor(
    readonly text: string,
    node: JsonNode,
    offset = 0,
  ) {
    this.#node = node;
    this.#offset = offset;
  }

  static parse(text: string, limits?: JsonLimits): RawJson {
    return new RawJson(text, parseJson(text, limits));
  }

  get node(): JsonNode {
    if (this.#offset !== 0) this.#node = moved(this.#node, -this.#offset);
    this.#offset = 0;
    return this.#node;
  }

  get kind(): JsonNode["kind"] {
    return this.#node.kind;
  }

  get sha256(): string {
    return canonicalSha256(this.#node);
  }

  /** Size of the text in UTF-8 bytes. */
  get bytes(): number {
    return Buffer.byteLength(this.text);
  }
}

function moved(node: JsonNode, by: number): JsonNode {
  const place = { start: node.start + by, end: node.end + by };
  switch (node.kind) {
    case "object":
      return {
        ...node,
        ...place,
        members: node.members.map(({ key, value }) => ({ key, value: moved(value, by) })),
      };
    case "array":
      return { ...node, ...place, items: node.items.map((item) => moved(item, by)) };
    default:
      return { ...node, ...place };
  }
}

/** Tree of exact members: by name (`*` for any index), members below, or exact as a whole. */
type Exact = { whole: boolean; below: Map<string, Exact> };

const exactOf = new WeakMap<readonly string[], Exact>();

function readPatterns(raw: readonly string[]): Exact {
  const known = exactOf.get(raw);
  if (known) return known;
  const root: Exact = { whole: false, below: new Map() };
  for (const pattern of raw) {
    let at = root;
    for (const part of pattern.split("/").slice(1)) {
      const next = at.below.get(part) ?? { whole: false, below: new Map() };
      at.below.set(part, next);
      at = next;
    }
    at.whole = true;
  }
  exactOf.set(raw, root);
  return root;
}

/**
 * Converts parsed text to plain values, except the members in `raw`, which become RawJson. `raw`
 * holds pointers of member names, with `*` for any array index.
 */
export function toPlain(text: string, node: JsonNode, raw: readonly string[] = []): unknown {
  const visit = (current: JsonNode, exact: Exact | undefined): unknown => {
    if (exact?.whole) {
      assertWithin(current);
      return new RawJson(text.slice(current.start, current.end), current, current.start);
    }
    switch (current.kind) {
      case "object": {
        // Safe: the parser refuses `__proto__`.
        const members: Record<string, unknown> = {};
        for (const { key, value } of current.members) members[key] = visit(value, exact?.below.get(key));
        return members;
      }
      case "array":
        return current.items.map((item) => visit(item, exact?.below.get("*")));
      case "string":
        return current.value;
      case "number":
        return Number(current.literal);
      case "constant":
        return current.value;
    }
  };
  return visit(node, readPatterns(raw));
}

/** JSON text of a value with RawJson verbatim and Date as RFC 3339. Omits `undefined` members. */
export function serializeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => serializeJson(item ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${serializeJson(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
