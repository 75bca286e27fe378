"use client";

import { useEffect, useState } from "react";
import { shifted } from "../shift";
import { freshOrder, GHOST_MS, mergeOrder, type RowOrder, renamed } from "./row-order";

/** The rows of a list as it stands on the screen: their order, and what each shows. */
export type KeptRows<Row> = { order: RowOrder; bodies: ReadonlyMap<string, Row> };

/** A page as the server reads it now, with its rows. */
export type ServerRows<Row> = {
  /** Names the filter and page. */
  listKey: string;
  rows: readonly Row[];
  /** Whether rows follow on another page. */
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  /** What became of a row that is gone, if it is known. */
  noteFor: (key: string) => string | undefined;
};

/** The rows on the screen, which change only where nobody points. `kept` is the list as it was shown last. */
export function useRowOrder<Row extends { key: string; id: string; at: number }>(
  kept: KeptRows<Row> | null,
  { listKey, rows, more, asOf, noteFor }: ServerRows<Row>,
): KeptRows<Row> & { showNew: (box: HTMLElement | null) => void } {
  const page = { key: listKey, rows, more, asOf };
  const [order, setOrder] = useState(() => kept?.order ?? freshOrder(page));
  const [bodies, setBodies] = useState<KeptRows<Row>["bodies"]>(() => kept?.bodies ?? new Map());
  const [taken, setTaken] = useState<readonly Row[] | null>(null);
  // New props are taken in while rendering, so that no frame shows the rows in another order first.
  if (taken !== rows) {
    setTaken(rows);
    const same = renamed(order, rows, (key) => bodies.get(key)?.id);
    setOrder(mergeOrder(same, page, noteFor, Date.now()));
    const before = [...bodies].filter(([key]) => order.shown.includes(key));
    setBodies(new Map([...before, ...rows.map((row) => [row.key, row] as const)]));
  }
  useEffect(() => {
    if (order.ghosts.length === 0) return;
    const timer = setTimeout(() => {
      const now = { key: listKey, rows, more, asOf };
      setOrder((old) => mergeOrder(old, now, () => undefined, Date.now()));
      shifted();
    }, GHOST_MS);
    return () => clearTimeout(timer);
  }, [order, listKey, rows, more, asOf]);
  const showNew = (box: HTMLElement | null) => {
    setOrder(freshOrder(page));
    box?.scrollTo({ top: 0 });
    shifted();
  };
  return { order, bodies, showNew };
}
