"use client";

import { createColumnHelper, type RowData } from "@tanstack/react-table";
import { lazy, type ReactNode, Suspense } from "react";
import type { DataTableBody } from "./data-table-body";
import type { Columns, Features } from "./data-table-features";
import { TableSkeleton } from "./table-skeleton";

export type { Columns } from "./data-table-features";

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
  /** Ids of columns that are shown only once somebody asks for them. The same list at every rendering. */
  columnsHidden?: readonly string[];
  /** Shown in place of the rows while they are read again. */
  loading?: boolean;
  /** Shown in place of the rows: what failed and what to do. */
  error?: ReactNode;
  /** Said below the rows when there are more than are shown. */
  tooMany?: ReactNode;
};

/** Makes columns with typed values: `const column = columnsOf<Row>(); column.columns([column.accessor("id", …)])`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

// More rows than most screens hold.
const LONG = 12;

// The server draws the table in any case; a browser loads what makes it only when a page shows one.
const Body = lazy(async () => {
  const { DataTableBody: body } = await import("./data-table-body");
  return { default: body };
}) as unknown as typeof DataTableBody; // lazy() forgets the type parameter

/**
 * A table of rows the server chose. Its header stays in view; where the columns do not fit, it scrolls inside a region of its
 * own that has a name and takes the focus.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  if (props.error) return props.error;
  if (props.loading) return <TableSkeleton label={props.caption} columns={props.columns.length} />;
  return (
    // A long table keeps its place until it is drawn, so that what stands below does not jump.
    <Suspense fallback={props.rows.length > LONG ? <div className="min-h-[60vh]" /> : null}>
      <Body {...props} />
    </Suspense>
  );
}
