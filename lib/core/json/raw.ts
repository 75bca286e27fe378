import { canonicalSha256 } from "./canonical";
import { type JsonLimits, type JsonNode, parseJson } from "./parse";

/** A JSON value kept exactly as it was written. `text` is spliced into answers verbatim; `node` is for looking inside. */
export class RawJson {
  constructor(
    readonly text: string,
    readonly node: JsonNode,
  ) {}

  /** @throws JsonError */
  static parse(text: string, limits?: JsonLimits): RawJson {
    return new RawJson(text, parseJson(text, limits));
  }

  get sha256(): string {
    return canonicalSha256(this.node);
  }

  /** Size of the text in UTF-8 bytes. */
  get bytes(): number {
    return Buffer.byteLength(this.text);
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
      const own = text.slice(current.start, current.end);
      return new RawJson(own, parseJson(own));
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
