"use client";

import { useEffect, useRef } from "react";
import type { TableSelection } from "../data-table-props";
import { between, headState, stillThere, withRows } from "./selection";

const NOTHING: ReadonlySet<string> = new Set();

/** Which of these rows a press means: the pressed one or, with Shift, all from the one before. */
export function usePressedRows(ids: readonly string[]) {
  const last = useRef<string | null>(null);
  return (id: string, shift: boolean): readonly string[] => {
    const rows = between(ids, shift ? last.current : null, id);
    last.current = id;
    return rows;
  };
}

/** Selection as the rows at hand allow it. Shift turns on or off everything from the last pressed row to this one. */
export function useRowSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: Pick<TableSelection<Row>, "selected" | "onChange"> | undefined,
) {
  const ids = rows.map(rowId);
  const selected = selection ? stillThere(selection.selected, ids) : NOTHING;
  const gone = selection !== undefined && selected.size !== selection.selected.size;
  const pressed = usePressedRows(ids);
  const change = selection?.onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each set of rows that lacks selected ones
  useEffect(() => {
    if (gone) change?.(selected);
  }, [gone, ids.join(" ")]);

  return {
    count: selected.size,
    head: headState(selected, ids),
    has: (id: string) => selected.has(id),
    clear: () => change?.(NOTHING),
    toggleAll: (on: boolean) => change?.(on ? new Set(ids) : NOTHING),
    toggle: (id: string, range: boolean) =>
      change?.(withRows(selected, pressed(id, range), !selected.has(id))),
  };
}
