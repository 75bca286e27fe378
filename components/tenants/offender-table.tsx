"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";

type Cells = {
  id: string;
  gateway: ReactNode;
  agent: ReactNode;
  day: string;
  calls: string;
  refused: string;
};

const column = columnsOf<Cells>();
const COLUMNS = column.columns([
  column.accessor("agent", { header: "Agent", cell: (cell) => cell.getValue() }),
  column.accessor("gateway", { header: "Gateway", cell: (cell) => cell.getValue() }),
  column.accessor("day", {
    header: "Day (UTC)",
    cell: (cell) => <span className="tnum">{cell.getValue()}</span>,
  }),
  column.accessor("calls", { header: "Calls", meta: { align: "end" } }),
  column.accessor("refused", { header: "Refused", meta: { align: "end" } }),
]);

export function OffenderTable({ rows, empty }: { rows: Cells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption="Callers that left their rationale out"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
    />
  );
}
