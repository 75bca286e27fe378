"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { ACTIVITY } from "@/components/words/activity";

/** One row as its cells, rendered by the server. */
export type ActivityCells = { id: string; at: ReactNode; what: ReactNode; tenant: ReactNode };

const column = columnsOf<ActivityCells>();
const COLUMNS = column.columns([
  column.accessor("at", {
    header: ACTIVITY.when,
    cell: (cell) => cell.getValue(),
    meta: { className: "w-40 whitespace-nowrap max-sm:w-20 max-sm:whitespace-normal" },
  }),
  column.accessor("what", { header: ACTIVITY.what, cell: (cell) => cell.getValue() }),
  column.accessor("tenant", {
    header: ACTIVITY.tenant,
    cell: (cell) => cell.getValue(),
    meta: { from: "md", className: "w-40" },
  }),
]);

/** The trail as a table, newest first. */
export function ActivityTable({ rows, empty }: { rows: ActivityCells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable caption={ACTIVITY.table} columns={COLUMNS} rows={rows} rowId={(row) => row.id} empty={empty} />
  );
}
