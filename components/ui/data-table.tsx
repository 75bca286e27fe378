"use client";

import {
  type ColumnDef,
  createColumnHelper,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** Every table uses these. Sorting, filters and paging are the server's and live in the URL, so no feature does them here. */
export const features = tableFeatures({
  columnMeta: {} as {
    /** `end` for figures. */
    align?: "start" | "end";
    className?: string;
    /** Left out below this width. */
    from?: "md" | "lg";
  },
});

export type Features = typeof features;
export type Columns<Row extends RowData> = ColumnDef<Features, Row>[];

/** Makes columns with typed values: `const column = columnsOf<Row>(); column.columns([column.accessor("id", …)])`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

const FROM = { md: "max-md:hidden", lg: "max-lg:hidden" };

/** A table of rows the server chose, with a header that stays in view. */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  empty,
  selectedId,
}: {
  /** The table's name for assistive technology. */
  caption: string;
  columns: Columns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** Shown instead of an empty body. */
  empty: ReactNode;
  selectedId?: string;
}) {
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  if (rows.length === 0) return empty;
  return (
    <table className="w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                className={classNames(
                  "sticky top-0 z-10 border-b border-border bg-surface px-3.5 py-2 text-2xs font-medium text-fg-subtle",
                  cellLook(header.column.columnDef.meta),
                )}
              >
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            aria-current={row.id === selectedId || undefined}
            className="group hover:bg-bg aria-[current]:bg-selected"
          >
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                className={classNames(
                  "border-b border-border px-3.5 py-2.5 align-top",
                  cellLook(cell.column.columnDef.meta),
                )}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellLook(
  meta: { align?: "start" | "end"; className?: string; from?: "md" | "lg" } | undefined,
): string {
  return classNames(
    meta?.align === "end" ? "tnum text-right" : "text-left",
    meta?.from && FROM[meta.from],
    meta?.className,
  );
}
