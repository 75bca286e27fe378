import type { JsonMember, JsonNode } from "@/lib/core/json/parse";

export type ObjectNode = JsonNode & { kind: "object" };

export function member(node: ObjectNode | null, key: string): JsonNode | undefined {
  return node?.members.find((one: JsonMember) => one.key === key)?.value;
}

export function objectOf(node: JsonNode | null | undefined): ObjectNode | null {
  return node?.kind === "object" ? node : null;
}

export function isNull(node: JsonNode): boolean {
  return node.kind === "constant" && node.value === null;
}
