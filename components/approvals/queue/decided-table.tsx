"use client";

import type { ReactNode } from "react";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import type { Problem } from "@/components/words/approvals/attention";
import type { RiskWord } from "@/lib/core/risk";
import type { VisibleText } from "@/lib/core/text/types";

/**
 * One call as its cells. The server renders them because it marks invisible characters in agents'
 * text.
 */
export type DecidedRow = {
  id: string;
  href: string;
  /** The call's name for assistive technology. */
  headline: VisibleText;
  /** When it last changed, as the viewer saw it. */
  changedAt: Date;
  risk: RiskWord;
  what: ReactNode;
  tool: ReactNode;
  status: ReactNode;
  by: ReactNode;
  at: ReactNode;
  tenant: ReactNode;
  problem: Problem;
  /** When its problem arose. */
  age: ReactNode;
  /** The owner of its agent. */
  owner: string | null;
  failedDeliveryId: string | null;
  outcomeKnown: boolean;
};

const column = columnsOf<DecidedRow>();

/** The call's sentence, as a link to its page. */
export function WhatLink({ row }: { row: Pick<DecidedRow, "href" | "what"> }) {
  return (
    <Link
      href={row.href}
      data-key="row"
      className="line-clamp-2 font-medium underline-offset-2 hover:underline"
    >
      {row.what}
    </Link>
  );
}

const COLUMNS = column.columns([
  column.accessor("risk", { header: "Risk", cell: (cell) => <RiskMark risk={cell.getValue()} /> }),
  column.display({ id: "what", header: "What", cell: ({ row }) => <WhatLink row={row.original} /> }),
  column.accessor("tool", { header: "Tool", cell: (cell) => cell.getValue() }),
  column.accessor("status", { header: "Status", cell: (cell) => cell.getValue() }),
  column.accessor("by", {
    header: "By",
    cell: (cell) => cell.getValue(),
    meta: { className: "whitespace-nowrap" },
  }),
  column.accessor("at", {
    header: "When",
    cell: (cell) => cell.getValue(),
    meta: { className: "whitespace-nowrap" },
  }),
]);

/** Decided calls, newest first. */
export function DecidedTable({ rows, empty }: { rows: DecidedRow[]; empty: ReactNode }) {
  "use no memo";
  return (
    <DataTable caption="Decided calls" columns={COLUMNS} rows={rows} rowId={(row) => row.id} empty={empty} />
  );
}
