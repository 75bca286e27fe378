"use client";

import { useSyncExternalStore } from "react";
import type { Selection } from "./selection";

type Kept<Row> = {
  selection: Selection<Row>;
  /** Some of those that were chosen last did not fit. */
  full: boolean;
};

/**
 * A selection that outlives its list, per browser tab: opening one of its rows renders the list anew.
 * @param put puts rows in, or takes them out
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
    /** What is selected now, for what runs after a pause. */
    now: () => kept,
    /** Selects these rows and no others. */
    select: (selection: Selection<Row>) => keep({ selection, full: false }),
    /** Selects these rows too, or no longer; as many as fit. */
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

/** What is selected, as it changes. */
export function useKeptSelection<Row>({
  listen,
  now,
  nothing,
}: Pick<ReturnType<typeof keptSelection<Row>>, "listen" | "now" | "nothing">): Kept<Row> {
  return useSyncExternalStore(listen, now, nothing);
}
