import { wordsOf } from "@/gateway/lint/words";

// Words of a tool's name: `delete_file`, `file-delete`, `deleteFile`.

// Prefixes of servers generated from an interface description.
const PREFIXES = ["api", "mcp"];

/**
 * Words of a tool's name without the server's prefix: `hubspot-list-objects` starts with "list".
 */
export function wordsOfTool(name: string, provider: string): string[] {
  const words = wordsOf(name);
  const before = new Set([...wordsOf(provider), ...PREFIXES]);
  const first = words.findIndex((word) => !before.has(word));
  return first < 0 ? words : words.slice(first);
}
