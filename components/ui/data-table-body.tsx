"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { classNames } from "./class-names";
import type { DataTableProps } from "./data-table";
import { features } from "./data-table-features";

const FROM = { md: "max-md:hidden", lg: "max-lg:hidden" };

/** The table itself, loaded only by pages that show one. */
export function DataTableBody<Row extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  empty,
  selectedId,
}: DataTableProps<Row>) {
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
