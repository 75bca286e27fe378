"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { SelectBox } from "@/components/ui/list/select-box";
import { useRowSelection } from "@/components/ui/list/use-row-selection";

/** The selected rows by id, with the data their actions need. */
type Chosen<T> = ReadonlyMap<string, T>;

type Choosing = {
  chosen: Chosen<unknown>;
  toggle: (id: string, range: boolean) => void;
  clear: () => void;
};

const Context = createContext<Choosing | null>(null);

type Row = { id: string; of: unknown };

const idOf = ({ id }: Row) => id;

/**
 * Rows that can be chosen: which are, as long as they are on the page. `rows` is their order, for
 * Shift.
 */
export function ChoosingProvider({ rows, children }: { rows: readonly Row[]; children: ReactNode }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { has, toggle, clear } = useRowSelection(rows, idOf, { selected, onChange: setSelected });
  const chosen = new Map(rows.flatMap(({ id, of }) => (has(id) ? [[id, of] as const] : [])));
  return <Context value={{ chosen, toggle, clear }}>{children}</Context>;
}

/** The selection among the rows of the page. */
export function useChosen<T>(): { chosen: Chosen<T>; clear: () => void } {
  const choosing = useContext(Context);
  if (!choosing) throw new Error("nothing can be chosen here");
  return { chosen: choosing.chosen as Chosen<T>, clear: choosing.clear };
}

/** The checkbox of a row; with Shift, selects all up to it. */
export function ChooseBox({ id, label }: { id: string; label: string }) {
  const choosing = useContext(Context);
  if (!choosing) return null;
  return (
    <SelectBox
      label={label}
      checked={choosing.chosen.has(id)}
      look="-my-1 inline-flex min-h-6 min-w-6 items-center justify-center max-sm:min-h-12 max-sm:min-w-8 *:size-3.5 *:accent-accent"
      onSelect={(_on, shift) => choosing.toggle(id, shift)}
    />
  );
}
