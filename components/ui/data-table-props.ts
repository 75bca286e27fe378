import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { Columns } from "./data-table-features";

export type TableSelection<Row> = {
  /** Ids of selected rows. Those that are not among `rows` any more count for nothing, and `onChange` is told without them. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** The row's name, for its box. */
  label: (row: Row) => string;
  /** What can be done with the selected rows. */
  actions?: ReactNode;
};

export type DataTableProps<Row extends RowData> = {
  /** The table's name for assistive technology. */
  caption: string;
  columns: Columns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** Shown instead of an empty body. */
  empty: ReactNode;
  selectedId?: string;
  selection?: TableSelection<Row>;
  /** Lets people choose columns; their choice is kept in this browser under this name. */
  columnChoice?: string;
  /** Ids of columns that are shown only once a reader asks for them. The same list at every rendering. */
  columnsHidden?: readonly string[];
  /** Shown in place of the rows while they are read again. */
  loading?: boolean;
  /** Shown in place of the rows: what failed and what to do. */
  error?: ReactNode;
  /** Said below the rows when there are more than are shown. */
  tooMany?: ReactNode;
};
