import { wordsOf } from "@/gateway/lint/words";

// What a tool's name is made of: `delete_file`, `file-delete`, `deleteFile`.

// Servers that are made from an interface's description put this before every name.
const PREFIXES = ["api", "mcp"];

/** The words of a tool's name without what its server puts before all of them: `hubspot-list-objects` begins with "list". */
export function wordsOfTool(name: string, provider: string): string[] {
  const words = wordsOf(name);
  const before = new Set([...wordsOf(provider), ...PREFIXES]);
  const first = words.findIndex((word) => !before.has(word));
  return first < 0 ? words : words.slice(first);
}
