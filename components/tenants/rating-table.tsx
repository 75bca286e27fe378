"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { RATINGS } from "@/components/words/tenants";

type Cells = Record<"tool" | "global" | "own" | "by" | "at" | "remove", ReactNode> & { id: string };

const column = columnsOf<Cells>();
const COLUMNS = column.columns([
  column.accessor("tool", { header: RATINGS.tool, cell: (cell) => cell.getValue() }),
  column.accessor("global", {
    header: RATINGS.global,
    cell: (cell) => cell.getValue(),
    meta: { from: "md" },
  }),
  column.accessor("own", { header: RATINGS.own, cell: (cell) => cell.getValue() }),
  column.accessor("by", { header: RATINGS.by, cell: (cell) => cell.getValue(), meta: { from: "md" } }),
  column.accessor("at", { header: RATINGS.at, cell: (cell) => cell.getValue(), meta: { from: "md" } }),
  column.accessor("remove", {
    header: () => <VisuallyHidden>{RATINGS.remove}</VisuallyHidden>,
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
]);

/** A tenant's own ratings. */
export function RatingTable({ rows, empty }: { rows: Cells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable caption={RATINGS.table} columns={COLUMNS} rows={rows} rowId={(row) => row.id} empty={empty} />
  );
}
