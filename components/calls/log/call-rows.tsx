"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";

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
    header: "When",
    meta: { className: "whitespace-nowrap" },
    cell: ({ row }) => (
      <Link
        href={row.original.href}
        data-key="row"
        className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
      >
        {row.original.time}
      </Link>
    ),
  }),
  column.accessor("rationale", {
    header: "Rationale",
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-72" },
  }),
  column.accessor("outcome", { header: "Outcome", cell: (cell) => cell.getValue() }),
  column.accessor("tool", {
    header: "Tool",
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-52" },
  }),
  column.accessor("agent", {
    header: "Agent",
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-32" },
  }),
  column.accessor("duration", {
    header: "Took",
    cell: (cell) => cell.getValue(),
    meta: { align: "end", className: "whitespace-nowrap" },
  }),
  column.accessor("attempt", {
    header: "Attempt",
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
  column.accessor("session", {
    header: "Session",
    cell: (cell) => cell.getValue(),
    meta: { className: "min-w-36", from: "lg" },
  }),
  column.accessor("tenant", { header: "Tenant", cell: (cell) => cell.getValue(), meta: { from: "lg" } }),
  column.accessor("gateway", {
    header: "Gateway",
    cell: (cell) => cell.getValue(),
    meta: { from: "lg" },
  }),
]);

// What most people do not need beside each call; the call's own page has it.
const HIDDEN = ["tenant", "gateway"];

/** Calls, newest first. The table, whose columns are each person's choice, and the list on phones share their cells: sent once. */
export function CallRows({ rows }: { rows: CallCells[] }) {
  "use no memo";
  return (
    <>
      <div className="overflow-x-auto max-md:hidden">
        <DataTable
          caption="Calls"
          columns={COLUMNS}
          rows={rows}
          rowId={(row) => row.id}
          empty={null}
          columnChoice="rationales-columns"
          columnsHidden={HIDDEN}
        />
      </div>
      <ul aria-label="Calls" className="divide-y divide-border md:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            <PhoneRow row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PhoneRow({ row }: { row: CallCells }) {
  return (
    <Link href={row.href} data-key="row" className="flex flex-col gap-1 px-3.5 py-[calc(var(--row-pad)+2px)]">
      <span className="flex items-center justify-between gap-2">
        {row.outcome}
        <span className="text-fg-muted text-xs">{row.time}</span>
      </span>
      <span>{row.rationale}</span>
      <span className="flex flex-wrap gap-x-1.5 text-fg-subtle text-xs">
        <span>{row.tool}</span>
        <span aria-hidden>·</span>
        <span>{row.agent}</span>
        {row.duration && (
          <>
            <span aria-hidden>·</span>
            {row.duration}
          </>
        )}
      </span>
    </Link>
  );
}
