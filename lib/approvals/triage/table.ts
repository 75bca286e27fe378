import type { ArgumentLeaf, DiffRow } from "@/lib/arguments/types";
import type { BulkItem } from "./types";

/** A value of one call: a claim, or an argument compared with the last approved one's. */
export type TableCell = { text: string } | DiffRow;

/** The name of a claim or an argument; both may have the same name. */
export type TablePlace = { key: string; label: string; of: "claim" | "argument" };

type SameEverywhere = TablePlace & { cell: TableCell };

/** A value that differs; `before` is the last approved value if all calls share it. */
type TableColumn = TablePlace & { before: ArgumentLeaf | null };

export type CallTable = {
  same: SameEverywhere[];
  columns: TableColumn[];
  /** In the order given, with a cell for each column; undefined if the call lacks the value. */
  rows: { item: BulkItem; cells: (TableCell | undefined)[] }[];
};

const isArgument = (cell: TableCell): cell is DiffRow => "change" in cell;

export function beforeOf(cell: TableCell | undefined): ArgumentLeaf | null {
  return cell && isArgument(cell) && cell.change !== "same" ? cell.before : null;
}

function placesOf(item: BulkItem): [TablePlace, TableCell][] {
  const claims = Object.entries({ What: item.headline, ...item.claims });
  return [
    ...claims.map(([label, text]): [TablePlace, TableCell] => [
      { key: `claim ${label}`, label, of: "claim" },
      { text },
    ]),
    ...item.rows.map((row): [TablePlace, TableCell] => [
      { key: row.pointer, label: row.path || "all arguments", of: "argument" },
      row,
    ]),
  ];
}

function signature(cell: TableCell | undefined): string {
  if (!cell) return "";
  if (!isArgument(cell)) return cell.text;
  const { after, change } = cell;
  return JSON.stringify([after?.kind, after?.text, change, signatureOf(beforeOf(cell))]);
}

const signatureOf = (leaf: ArgumentLeaf | null) => leaf && [leaf.kind, leaf.text];

/** Calls of one tool as a table: shared values once, differing values as columns. */
export function tableOf(items: readonly BulkItem[]): CallTable {
  const byItem = items.map((item) => new Map(placesOf(item).map(([place, cell]) => [place.key, cell])));
  const places = new Map(items.flatMap((item) => placesOf(item).map(([place]) => [place.key, place])));
  const same: SameEverywhere[] = [];
  const columns: TableColumn[] = [];
  for (const place of places.values()) {
    const cells = byItem.map((cellsOf) => cellsOf.get(place.key));
    const [first] = cells;
    if (first && new Set(cells.map(signature)).size === 1) same.push({ ...place, cell: first });
    else columns.push({ ...place, before: sharedBefore(cells) });
  }
  const rows = items.map((item, index) => ({
    item,
    cells: columns.map(({ key }) => byItem[index]?.get(key)),
  }));
  return { same, columns, rows };
}

function sharedBefore(cells: readonly (TableCell | undefined)[]): ArgumentLeaf | null {
  const before = cells.map(beforeOf);
  const all = new Set(before.map((leaf) => JSON.stringify(signatureOf(leaf))));
  return all.size === 1 ? (before[0] ?? null) : null;
}
