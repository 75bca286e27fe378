"use client";

import { createColumnHelper, type RowData } from "@tanstack/react-table";
import { lazy, type ReactNode, Suspense } from "react";
import type { DataTableBody } from "./data-table-body";
import type { Columns, Features } from "./data-table-features";

export type { Columns } from "./data-table-features";

export type DataTableProps<Row extends RowData> = {
  /** The table's name for assistive technology. */
  caption: string;
  columns: Columns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** Shown instead of an empty body. */
  empty: ReactNode;
  selectedId?: string;
};

/** Makes columns with typed values: `const column = columnsOf<Row>(); column.columns([column.accessor("id", …)])`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

// The server draws the table in any case; a browser loads what makes it only when a page shows one.
const Body = lazy(async () => {
  const { DataTableBody: body } = await import("./data-table-body");
  return { default: body };
}) as unknown as typeof DataTableBody; // lazy() forgets the type parameter

/** A table of rows the server chose, with a header that stays in view. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
