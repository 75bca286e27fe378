"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";

/** One row as its cells, rendered by the server. */
export type ActivityCells = { id: string; at: ReactNode; what: ReactNode; tenant: ReactNode };

const column = columnsOf<ActivityCells>();
const COLUMNS = column.columns([
  column.accessor("at", {
    header: "When",
    cell: (cell) => cell.getValue(),
    meta: { className: "w-40 whitespace-nowrap max-sm:w-20 max-sm:whitespace-normal" },
  }),
  column.accessor("what", { header: "What happened", cell: (cell) => cell.getValue() }),
  column.accessor("tenant", {
    header: "Tenant",
    cell: (cell) => cell.getValue(),
    meta: { from: "md", className: "w-40" },
  }),
]);

export function ActivityTable({ rows, empty }: { rows: ActivityCells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption="Activity, newest first"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
    />
  );
}
