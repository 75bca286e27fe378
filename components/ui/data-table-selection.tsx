"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "./button";
import type { TableSelection } from "./data-table-props";
import { SelectBox } from "./list/select-box";
import { between, type HeadState, headState, stillThere, withRows } from "./list/selection";

const NOTHING: ReadonlySet<string> = new Set();

/** Selection as the rows at hand allow it. Shift turns on or off everything from the last pressed row to this one. */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: Pick<TableSelection<Row>, "selected" | "onChange"> | undefined,
) {
  const ids = rows.map(rowId);
  const selected = selection ? stillThere(selection.selected, ids) : NOTHING;
  const gone = selection !== undefined && selected.size !== selection.selected.size;
  const last = useRef<string | null>(null);
  const change = selection?.onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each set of rows that lacks selected ones
  useEffect(() => {
    if (gone) change?.(selected);
  }, [gone, ids.join(" ")]);

  return {
    count: selected.size,
    head: headState(selected, ids),
    has: (id: string) => selected.has(id),
    clear: () => change?.(NOTHING),
    toggleAll: (on: boolean) => change?.(on ? new Set(ids) : NOTHING),
    toggle: (id: string, range: boolean) => {
      const touched = between(ids, range ? last.current : null, id);
      last.current = id;
      change?.(withRows(selected, touched, !selected.has(id)));
    },
  };
}

/** Selects or clears every row at hand; in between it shows the mixed state. */
export function HeadBox({ state, toggle }: { state: HeadState; toggle: (on: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "some";
  }, [state]);
  return (
    <label className="data-check -my-1 max-sm:-my-4">
      <span className="sr-only">Select all rows on this page</span>
      <input ref={box} type="checkbox" checked={state === "all"} onChange={() => toggle(state !== "all")} />
    </label>
  );
}

export function RowBox({
  label,
  checked,
  toggle,
}: {
  label: string;
  checked: boolean;
  toggle: (range: boolean) => void;
}) {
  return (
    <SelectBox
      label={`Select ${label}`}
      checked={checked}
      look="data-check -my-0.5 max-sm:-my-3.5"
      onSelect={(_on, shift) => toggle(shift)}
    />
  );
}

/** How many are selected, and what can be done with them. It always has its place, so that no row moves. */
export function SelectionBar({
  count,
  clear,
  actions,
}: {
  count: number;
  clear: () => void;
  actions?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <p role="status" className="tnum text-sm text-fg-muted">
        {count.toLocaleString("en")} selected
      </p>
      {count > 0 && (
        <>
          <IconButton icon="x" size="sm" label="Clear the selection" onClick={clear} className="-ml-1" />
          {actions}
        </>
      )}
    </div>
  );
}
