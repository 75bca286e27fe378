import type { RowOrder } from "@/components/ui/list/row-order";

/** The position of the open row, or its last one: the list, and the rows after it. */
export type Place = { list: string; id: string; followers: readonly string[] } | null;

/**
 * The position of the open row. Once it left, `gap` counts the rows before it, so that the next row
 * is the one that took its place.
 */
export function placeOf(
  last: Place,
  { key: list, shown, ghosts }: Pick<RowOrder, "key" | "shown" | "ghosts">,
  open: string | null,
): { place: Place; gap: number | undefined } {
  if (open === null) return { place: null, gap: undefined };
  const at = shown.indexOf(open);
  const place =
    at === -1
      ? last?.id === open && last.list === list
        ? last
        : null
      : { list, id: open, followers: shown.slice(at + 1) };
  const gone = new Set(ghosts.map(({ id }) => id));
  if (!place || (at !== -1 && !gone.has(open))) return { place, gap: undefined };
  const there = shown.filter((id) => !gone.has(id));
  const next = there.findIndex((id) => place.followers.includes(id));
  return { place, gap: next === -1 ? there.length : next };
}
