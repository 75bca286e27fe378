import "server-only";
import { createHash } from "node:crypto";
import type { JsonNode } from "./parse";

/**
 * Lossless canonical form: keys sorted by UTF-16 code unit, no white space, number literals
 * verbatim, strings minimally escaped (RFC 8785 §3.2.2.2). Unlike RFC 8785 it keeps numbers as
 * written, so none is rounded.
 */
export function canonicalJson(node: JsonNode): string {
  switch (node.kind) {
    case "object": {
      const members = node.members.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${canonicalJson(value)}`).join(",")}}`;
    }
    case "array":
      return `[${node.items.map(canonicalJson).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return node.literal;
    case "constant":
      return String(node.value);
  }
}

/** Hex SHA-256 of the canonical form: `arguments_sha256` of the wire contract. */
export function canonicalSha256(node: JsonNode): string {
  return createHash("sha256").update(canonicalJson(node)).digest("hex");
}
