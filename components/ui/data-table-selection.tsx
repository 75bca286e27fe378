"use client";

import type { ReactNode } from "react";
import { IconButton } from "./button";
import { SelectBox } from "./list/select-box";
import type { HeadState } from "./list/selection";

/** Selects or clears every row at hand; in between it shows the mixed state. */
export function HeadBox({ state, toggle }: { state: HeadState; toggle: (on: boolean) => void }) {
  return (
    <SelectBox
      label="Select all rows on this page"
      checked={state === "all"}
      mixed={state === "some"}
      dataKey="select-all"
      look="data-check -my-1 max-sm:-my-4"
      onSelect={() => toggle(state !== "all")}
    />
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

/**
 * How many are selected, and what can be done with them. It always has its place, so that no row
 * moves.
 */
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
