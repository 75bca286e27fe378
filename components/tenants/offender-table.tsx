"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { GRACE } from "@/components/words/tenants";

type Cells = { id: string; gateway: ReactNode; agent: ReactNode; day: string; calls: string };

const column = columnsOf<Cells>();
const COLUMNS = column.columns([
  column.accessor("agent", { header: GRACE.agent, cell: (cell) => cell.getValue() }),
  column.accessor("gateway", { header: GRACE.gateway, cell: (cell) => cell.getValue() }),
  column.accessor("day", {
    header: GRACE.day,
    cell: (cell) => <span className="tnum">{cell.getValue()}</span>,
  }),
  column.accessor("calls", { header: GRACE.calls, meta: { align: "end" } }),
]);

/** Callers without a rationale, by day. */
export function OffenderTable({ rows, empty }: { rows: Cells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable caption={GRACE.table} columns={COLUMNS} rows={rows} rowId={(row) => row.id} empty={empty} />
  );
}
