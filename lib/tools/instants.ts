import type { JsonNode } from "@/lib/core/json/parse";

// A server that writes its start time into a definition would change it at each start.

const CLOCK =
  "\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?: ?(?:Z|UTC|GMT)?(?:[+-]\\d{2}:?\\d{2})?)?(?: \\([\\w ]{1,60}\\))?";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const INSTANT = new RegExp(
  `^(?:\\d{4}-\\d{2}-\\d{2}(?:[T ]${CLOCK})?|${DAY}, \\d{2} ${MONTH} \\d{4} ${CLOCK}|${DAY} ${MONTH} \\d{2} \\d{4} ${CLOCK})$`,
  "i",
);

const SHOWN: ReadonlySet<string> = new Set(["default", "examples", "example"]);
// Keywords whose members have arbitrary names.
const NAMING: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"],
]);

/** A schema with all dates and times under `default` and `examples` made equal. */
export function withoutInstants(node: JsonNode, at: "schema" | "names" | "shown" = "schema"): JsonNode {
  if (node.kind === "string")
    return at === "shown" && INSTANT.test(node.value) ? { ...node, value: "" } : node;
  if (node.kind === "array") return { ...node, items: node.items.map((item) => withoutInstants(item, at)) };
  if (node.kind !== "object") return node;
  const inside = (key: string) => {
    if (at !== "schema") return at === "shown" ? "shown" : "schema";
    return SHOWN.has(key) ? "shown" : NAMING.has(key) ? "names" : "schema";
  };
  return {
    ...node,
    members: node.members.map((member) => ({
      ...member,
      value: withoutInstants(member.value, inside(member.key)),
    })),
  };
}
