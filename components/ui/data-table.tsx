"use client";

import { createColumnHelper, type RowData } from "@tanstack/react-table";
import type { DataTableBody } from "./data-table-body";
import type { Features } from "./data-table-features";
import type { DataTableProps } from "./data-table-props";
import { followingPart } from "./lazy-part";
import { TableSkeleton } from "./table-skeleton";

/**
 * Creates columns with typed values: `const column = columnsOf<Row>();
 * column.columns([column.accessor("id", …)])`.
 */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

// More rows than most screens hold.
const LONG = 12;

// The server renders the table; a browser loads the code only if a page has one. A long table
// reserves its space, so that the content below does not jump.
const Body = followingPart<DataTableProps<RowData>>(
  () => import("./data-table-body").then((part) => part.DataTableBody),
  ({ rows }) => (rows.length > LONG ? <div className="min-h-[60vh]" /> : null),
) as unknown as typeof DataTableBody; // a component made so forgets the type parameter

/**
 * A table of rows the server chose. Its header sticks; if the columns do not fit, it scrolls in a
 * named, focusable region.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  if (props.error) return props.error;
  if (props.loading) return <TableSkeleton label={props.caption} columns={props.columns.length} />;
  return <Body {...props} />;
}
