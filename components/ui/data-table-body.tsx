"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { type ReactNode, useRef } from "react";
import { classNames } from "./class-names";
import { ColumnMenu, useColumnChoice } from "./data-table-columns";
import { features } from "./data-table-features";
import type { DataTableProps } from "./data-table-props";
import { HeadBox, RowBox, SelectionBar } from "./data-table-selection";
import { useRowSelection } from "./list/use-row-selection";
import { useScrollsSideways } from "./use-scrolls-sideways";

const FROM = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden", xl: "max-xl:hidden" };

/** The table itself, loaded only by pages with a table. */
export function DataTableBody<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, empty, selectedId, selection, columnChoice, tooMany } = props;
  const choice = useColumnChoice(columnChoice, props.columnsHidden);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility: choice.visible },
    onColumnVisibilityChange: choice.change,
  });
  const marks = useRowSelection(rows, rowId, selection);
  if (rows.length === 0) return empty;
  return (
    <div>
      {(selection || columnChoice) && (
        <TableBar>
          {selection && <SelectionBar count={marks.count} clear={marks.clear} actions={selection.actions} />}
          {columnChoice && (
            <ColumnMenu columns={table.getAllLeafColumns().filter((column) => column.getCanHide())} />
          )}
        </TableBar>
      )}
      <ScrollRegion caption={caption}>
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selection && (
                  <th scope="col" className="data-head data-box">
                    <HeadBox state={marks.head} toggle={marks.toggleAll} />
                  </th>
                )}
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={classNames("data-head", cellLook(header.column.columnDef.meta))}
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
                data-selected={marks.has(row.id) || undefined}
                aria-current={row.id === selectedId || undefined}
                className="group data-row"
              >
                {selection && (
                  <BoxCell>
                    <RowBox
                      label={selection.label(row.original)}
                      checked={marks.has(row.id)}
                      toggle={(range) => marks.toggle(row.id, range)}
                    />
                  </BoxCell>
                )}
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={classNames("data-cell", cellLook(cell.column.columnDef.meta))}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {tooMany && <TooMany>{tooMany}</TooMany>}
    </div>
  );
}

function TooMany({ children }: { children: ReactNode }) {
  return (
    <p role="note" className="border-t border-border px-3.5 py-(--row-pad) text-sm text-fg-muted">
      {children}
    </p>
  );
}

function BoxCell({ children }: { children: ReactNode }) {
  return <td className="data-cell data-box">{children}</td>;
}

function TableBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-border px-3.5 py-1.5">
      {children}
    </div>
  );
}

/** A box that scrolls sideways needs a name and focus. */
function ScrollRegion({ caption, children }: { caption: string; children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  const scrolls = useScrollsSideways(region);
  return (
    <section
      ref={region}
      aria-label={scrolls ? `${caption}, scrolls sideways` : undefined}
      tabIndex={scrolls ? 0 : undefined}
      // Without sideways scrolling no box may clip here, because the header sticks to the page.
      className={classNames(
        "relative -outline-offset-2",
        scrolls ? "overflow-x-auto" : "max-lg:overflow-x-auto",
      )}
    >
      {children}
    </section>
  );
}

function cellLook(
  meta: { align?: "start" | "end"; className?: string; from?: keyof typeof FROM } | undefined,
): string {
  return classNames(
    meta?.align === "end" && "tnum text-right",
    meta?.from && FROM[meta.from],
    meta?.className,
  );
}
