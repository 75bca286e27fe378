"use client";

import { useSyncExternalStore } from "react";
import type { Selection } from "./selection";

type Kept<Row> = {
  selection: Selection<Row>;
  /** Some of the last choice did not fit. */
  full: boolean;
};

/**
 * A selection that outlives its list, per browser tab: opening a row renders the list again.
 * @param put adds or removes rows
 */
export function keptSelection<Row>(
  put: (selection: Selection<Row>, rows: readonly Row[], on: boolean) => Kept<Row>,
) {
  const nothing: Kept<Row> = { selection: new Map(), full: false };
  let kept = nothing;
  const listeners = new Set<() => void>();
  const keep = (next: Kept<Row>) => {
    kept = next;
    for (const listener of listeners) listener();
  };
  return {
    now: () => kept,
    /** Replaces the selection. */
    select: (selection: Selection<Row>) => keep({ selection, full: false }),
    /** Adds or removes rows, up to the limit. */
    choose: (rows: readonly Row[], on: boolean) => keep(put(kept.selection, rows, on)),
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    nothing: () => nothing,
  };
}

export function useKeptSelection<Row>({
  listen,
  now,
  nothing,
}: Pick<ReturnType<typeof keptSelection<Row>>, "listen" | "now" | "nothing">): Kept<Row> {
  return useSyncExternalStore(listen, now, nothing);
}
