"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { RATIONALES, COLUMNS as WORDS } from "@/components/copy/rationales";
import { columnsOf, DataTable } from "@/components/ui/data-table";

/** One call as its cells, rendered by the server: what agents wrote is made visible there. */
export type CallCells = {
  id: string;
  href: string;
  time: ReactNode;
  agent: ReactNode;
  tool: ReactNode;
  outcome: ReactNode;
  rationale: ReactNode;
  duration: ReactNode;
  attempt: ReactNode;
  session: ReactNode;
  tenant: ReactNode;
  gateway: ReactNode;
};

const column = columnsOf<CallCells>();
const COLUMNS = column.columns([
  column.display({
    id: "time",
    header: WORDS.time,
    meta: { className: "whitespace-nowrap" },
    cell: ({ row }) => (
      <Link
        href={row.original.href}
        prefetch={false}
        data-key="row"
        className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
      >
        {row.original.time}
      </Link>
    ),
  }),
  column.accessor("rationale", {
    header: WORDS.rationale,
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-72" },
  }),
  column.accessor("outcome", { header: WORDS.outcome, cell: (cell) => cell.getValue() }),
  column.accessor("tool", {
    header: WORDS.tool,
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-52" },
  }),
  column.accessor("agent", {
    header: WORDS.agent,
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-32" },
  }),
  column.accessor("duration", {
    header: WORDS.duration,
    cell: (cell) => cell.getValue(),
    meta: { align: "end", className: "whitespace-nowrap" },
  }),
  column.accessor("attempt", {
    header: WORDS.attempt,
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
  column.accessor("session", {
    header: WORDS.session,
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-36", from: "lg" },
  }),
  column.accessor("tenant", { header: WORDS.tenant, cell: (cell) => cell.getValue(), meta: { from: "lg" } }),
  column.accessor("gateway", {
    header: WORDS.gateway,
    cell: (cell) => cell.getValue(),
    meta: { from: "lg" },
  }),
]);

// What most people do not need beside each call; the call's own page has it.
const HIDDEN = ["tenant", "gateway"];

/** Calls, newest first; which columns stand there is each person's choice. */
export function CallTable({ rows, empty }: { rows: CallCells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption={RATIONALES.list}
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
      columnChoice={RATIONALES.columns}
      columnsHidden={HIDDEN}
    />
  );
}
