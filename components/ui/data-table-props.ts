import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { Columns } from "./data-table-features";

export type TableSelection<Row> = {
  /** Ids of selected rows. Those no longer in `rows` are ignored and missing from `onChange`. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** The row's name, for its checkbox. */
  label: (row: Row) => string;
  /** Actions on the selected rows. */
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
  /** Enables choosing columns; this browser stores the choice under this name. */
  columnChoice?: string;
  /** Ids of columns hidden by default. Has to be the same array on every render. */
  columnsHidden?: readonly string[];
  /** Replaces the rows while they reload. */
  loading?: boolean;
  /** Replaces the rows after a failure: what failed and what to do. */
  error?: ReactNode;
  /** Shown below the rows if there are more. */
  tooMany?: ReactNode;
};
