import { pathOfPointer } from "@/lib/arguments/leaves";
import type { DiffRow } from "@/lib/arguments/types";
import { toPointer } from "@/lib/core/json/pointers";

/** A list with more changes than this is collapsed under its name. */
const LIST_CHANGES_SHOWN = 3;

export type ListOfChanges = { name: string; rows: DiffRow[] };

/** Splits changes into single ones and lists with many: sixty removed items would hide the rest. */
export function changesByList(rows: readonly DiffRow[]): { single: DiffRow[]; lists: ListOfChanges[] } {
  const byList = new Map<string, DiffRow[]>();
  for (const row of rows) {
    const item = row.keys.findIndex((key) => typeof key === "number");
    if (item === -1) continue;
    const list = toPointer(row.keys.slice(0, item));
    const known = byList.get(list);
    if (known) known.push(row);
    else byList.set(list, [row]);
  }
  const lists = [...byList].filter(([, all]) => all.length > LIST_CHANGES_SHOWN);
  const folded = new Set(lists.flatMap(([, all]) => all));
  return {
    single: rows.filter((row) => !folded.has(row)),
    lists: lists.map(([list, all]) => ({ name: pathOfPointer(list), rows: all })),
  };
}
