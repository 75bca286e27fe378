"use client";

import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";

/** One person as cells, rendered by the server. */
export type PersonCells = {
  id: string;
  name: string;
  email: string;
  you: boolean;
  role: string;
  tenants: string;
  groups: string;
  methods: string;
  lastSignIn: ReactNode;
  state: ReactNode;
};

const column = columnsOf<PersonCells>();
const COLUMNS = column.columns([
  column.display({
    id: "name",
    header: "Person",
    cell: ({ row: { original } }) => (
      <Link
        href={`/settings/people/${original.id}`}
        data-key="row"
        className="group/link flex min-h-6 items-center gap-2.5 max-sm:min-h-12"
      >
        <Avatar name={original.name} />
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-1.5 font-medium underline-offset-2 group-hover/link:underline">
            <bdi className="wrap-anywhere">{original.name}</bdi>
            {original.you && <Badge>you</Badge>}
          </span>
          <span className="text-xs text-fg-muted wrap-anywhere">{original.email}</span>
          <span className="text-xs text-fg-muted sm:hidden">{original.role}</span>
        </span>
      </Link>
    ),
  }),
  column.accessor("role", {
    header: "Role",
    cell: (cell) => cell.getValue(),
    meta: { from: "sm" },
  }),
  column.accessor("tenants", {
    header: "Tenants",
    cell: (cell) => <span className="wrap-anywhere">{cell.getValue()}</span>,
    meta: { from: "md" },
  }),
  column.accessor("groups", {
    header: "Groups",
    cell: (cell) => <span className="wrap-anywhere">{cell.getValue()}</span>,
    meta: { from: "lg" },
  }),
  column.accessor("methods", {
    header: "Signs in with",
    cell: (cell) => cell.getValue(),
    meta: { from: "lg" },
  }),
  column.accessor("lastSignIn", {
    header: "Last sign-in",
    cell: (cell) => cell.getValue(),
    meta: { from: "sm" },
  }),
  column.accessor("state", { header: "State", cell: (cell) => cell.getValue() }),
]);

export function PeopleTable({ rows, empty }: { rows: PersonCells[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable
      caption="People who can sign in"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={empty}
    />
  );
}
