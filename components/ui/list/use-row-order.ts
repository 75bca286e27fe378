"use client";

import { useEffect, useState } from "react";
import { shifted } from "../shift";
import { freshOrder, GHOST_MS, mergeOrder, type RowOrder, renamed } from "./row-order";

/** The rows of a list on screen: order and content. */
export type KeptRows<Row> = { order: RowOrder; bodies: ReadonlyMap<string, Row> };

export type ServerRows<Row> = {
  listKey: string;
  rows: readonly Row[];
  /** Whether rows follow on another page. */
  more: boolean;
  asOf: number;
  /** Why a row was removed, if known. */
  noteFor: (key: string) => string | undefined;
};

/** The rows on screen, which change only where no pointer is. `kept` is the list as last shown. */
export function useRowOrder<Row extends { key: string; id: string; at: number }>(
  kept: KeptRows<Row> | null,
  { listKey, rows, more, asOf, noteFor }: ServerRows<Row>,
): KeptRows<Row> & { showNew: (box: HTMLElement | null) => void } {
  const page = { key: listKey, rows, more, asOf };
  const [order, setOrder] = useState(() => kept?.order ?? freshOrder(page));
  const [bodies, setBodies] = useState<KeptRows<Row>["bodies"]>(() => kept?.bodies ?? new Map());
  const [taken, setTaken] = useState<readonly Row[] | null>(null);
  // Applies new props during render, so that no frame shows another order first.
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
