"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";

/** One tenant as cells, rendered by the server. */
export type TenantCells = {
  key: string;
  href: string;
  name: string;
  pending: ReactNode;
  lastCall: ReactNode;
  gateways: ReactNode;
  grace: ReactNode;
  offenders: ReactNode;
};

const column = columnsOf<TenantCells>();
const COLUMNS = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row }) => (
      <Link
        href={row.original.href}
        data-key="row"
        className="flex min-h-6 flex-col font-medium underline-offset-2 hover:underline max-sm:min-h-12"
      >
        <bdi className="wrap-anywhere">{row.original.name}</bdi>
        <span className="font-mono text-xs font-normal text-fg-muted wrap-anywhere">{row.original.key}</span>
      </Link>
    ),
  }),
  column.accessor("pending", {
    header: "Waiting",
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
  column.accessor("lastCall", { header: "Last call", cell: (cell) => cell.getValue() }),
  column.accessor("gateways", {
    header: "Gateways",
    cell: (cell) => cell.getValue(),
    meta: { align: "end", from: "md" },
  }),
  column.accessor("grace", {
    header: "Grace period",
    cell: (cell) => cell.getValue(),
    meta: { from: "md" },
  }),
  column.accessor("offenders", {
    header: "Without rationale",
    cell: (cell) => cell.getValue(),
    meta: { align: "end", from: "md" },
  }),
]);

/** Tenants by key, with what goes on in each. */
export function TenantTable({ rows, empty }: { rows: TenantCells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption="Tenants by key"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.key}
      empty={empty}
    />
  );
}
