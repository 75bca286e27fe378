import { canonicalSha256 } from "./canonical";
import { assertWithin } from "./large";
import { type JsonLimits, type JsonNode, parseJson } from "./parse";

/** A JSON value kept exactly as it was written. `text` is spliced into answers verbatim; `node` is for looking inside. */
export class RawJson {
  #node: JsonNode;
  #offset: number;

  /** @param offset where the text stands in the one that the node was read from */
  constructor(
    readonly text: string,
    node: JsonNode,
    offset = 0,
  ) {
    this.#node = node;
    this.#offset = offset;
  }

  /** @throws JsonError */
  static parse(text: string, limits?: JsonLimits): RawJson {
    return new RawJson(text, parseJson(text, limits));
  }

  /** Its places are those in `text`. */
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

/**
 * Turns a read text into plain values, except the members named by `raw`, which become RawJson.
 * `raw` holds pointers whose segments are member names, or a star for any index of an array.
 */
export function toPlain(text: string, node: JsonNode, raw: readonly string[] = []): unknown {
  const patterns = raw.map((pattern) => pattern.split("/").slice(1));
  const visit = (current: JsonNode, open: readonly (readonly string[])[]): unknown => {
    if (open.some((rest) => rest.length === 0)) {
      assertWithin(current);
      return new RawJson(text.slice(current.start, current.end), current, current.start);
    }
    const below = (part: string) =>
      open
        .filter((rest) => rest[0] === part || (rest[0] === "*" && current.kind === "array"))
        .map((rest) => rest.slice(1));
    switch (current.kind) {
      case "object":
        return Object.fromEntries(current.members.map(({ key, value }) => [key, visit(value, below(key))]));
      case "array":
        return current.items.map((item, index) => visit(item, below(String(index))));
      case "string":
        return current.value;
      case "number":
        return Number(current.literal);
      case "constant":
        return current.value;
    }
  };
  return visit(node, patterns);
}

/** JSON text of a value in which RawJson stands verbatim and Date as RFC 3339. `undefined` members are left out. */
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
