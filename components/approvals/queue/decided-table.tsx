"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { QUEUE, TABLE } from "@/components/words/approvals/queue";
import type { VisibleText } from "@/lib/core/text/types";

/** One call as its cells, rendered by the server: what agents wrote is made visible there. */
export type DecidedRow = {
  id: string;
  href: string;
  /** Its name for assistive technology. */
  headline: VisibleText;
  /** When it last changed, as it was seen. */
  changedAt: Date;
  risk: ReactNode;
  what: ReactNode;
  tool: ReactNode;
  status: ReactNode;
  by: ReactNode;
  at: ReactNode;
};

const column = columnsOf<DecidedRow>();
export const COLUMNS = column.columns([
  column.accessor("risk", { header: TABLE.risk, cell: (cell) => cell.getValue() }),
  column.display({
    id: "what",
    header: TABLE.headline,
    cell: ({ row }) => (
      <Link
        href={row.original.href}
        prefetch={false}
        data-key="row"
        className="line-clamp-2 font-medium underline-offset-2 hover:underline"
      >
        {row.original.what}
      </Link>
    ),
  }),
  column.accessor("tool", { header: TABLE.tool, cell: (cell) => cell.getValue() }),
  column.accessor("status", { header: TABLE.status, cell: (cell) => cell.getValue() }),
  column.accessor("by", {
    header: TABLE.by,
    cell: (cell) => cell.getValue(),
    meta: { className: "whitespace-nowrap" },
  }),
  column.accessor("at", {
    header: TABLE.at,
    cell: (cell) => cell.getValue(),
    meta: { className: "whitespace-nowrap" },
  }),
]);

/** Decided calls and those that need attention, newest first. */
export function DecidedTable({
  rows,
  attention,
  empty,
}: {
  rows: DecidedRow[];
  attention: boolean;
  empty: ReactNode;
}) {
  "use no memo";
  return (
    <DataTable
      caption={attention ? QUEUE.listAttention : QUEUE.listDecided}
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
    />
  );
}
