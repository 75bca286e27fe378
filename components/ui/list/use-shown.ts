import { useEffect } from "react";
import { noteGone, noteShown } from "./run";
import type { KeptRows } from "./use-row-order";

/**
 * Counts what is left of a list, for its progress.
 * @param key its filter, the same on all its pages
 * @param idsOf what is acted on in a row
 * @param total how many the whole list has; null if not known
 */
export function useShown<Row>(
  key: string,
  { order, bodies }: KeptRows<Row>,
  idsOf: (row: Row) => readonly string[],
  { more, total }: { more: boolean; total: number | null },
): void {
  useEffect(() => {
    const gone = new Set(order.ghosts.map(({ id }) => id));
    const ids = [...order.shown, ...order.waiting].flatMap((one) => {
      const row = gone.has(one) ? undefined : bodies.get(one);
      return row ? idsOf(row) : [];
    });
    noteShown(key, { ids, more, total });
    return noteGone;
  });
}
