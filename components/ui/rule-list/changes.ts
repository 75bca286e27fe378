import { counted } from "@/components/words/counts";
import type { NamedChanges } from "@/lib/core/named-changes";

/**
 * "added “Refunds”; changed “Deletes” and 2 others"; null if nothing differs.
 * @param most names of each kind
 */
export function changeWords(
  { added, removed, changed, reordered }: NamedChanges,
  most = NAMES_IN_A_LINE,
): string | null {
  const parts = [
    ...(added.length > 0 ? [`added ${quoted(added, most)}`] : []),
    ...(changed.length > 0 ? [`changed ${quoted(changed, most)}`] : []),
    ...(removed.length > 0 ? [`removed ${quoted(removed, most)}`] : []),
    ...(reordered ? ["put in another order"] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : null;
}

// Names per kind in one line.
const NAMES_IN_A_LINE = 3;

function quoted(names: readonly string[], most: number): string {
  const named = names.slice(0, most).map((name) => `“${name}”`);
  const others = names.length - named.length;
  return `${named.join(", ")}${others > 0 ? ` and ${counted(others, "other")}` : ""}`;
}
