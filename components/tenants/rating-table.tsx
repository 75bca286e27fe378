"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

type Cells = Record<"tool" | "global" | "own" | "by" | "at" | "remove", ReactNode> & { id: string };

const column = columnsOf<Cells>();
const COLUMNS = column.columns([
  column.accessor("tool", { header: "Tool", cell: (cell) => cell.getValue() }),
  column.accessor("global", {
    header: "For all tenants",
    cell: (cell) => cell.getValue(),
    meta: { from: "md" },
  }),
  column.accessor("own", { header: "For this tenant", cell: (cell) => cell.getValue() }),
  column.accessor("by", { header: "By", cell: (cell) => cell.getValue(), meta: { from: "md" } }),
  column.accessor("at", { header: "When", cell: (cell) => cell.getValue(), meta: { from: "md" } }),
  column.accessor("remove", {
    header: () => <VisuallyHidden>Remove</VisuallyHidden>,
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
]);

export function RatingTable({ rows, empty }: { rows: Cells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption="Ratings of this tenant"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
    />
  );
}
