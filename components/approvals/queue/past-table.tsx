"use client";

import type { ReactNode } from "react";
import { AttentionTable } from "../triage/attention-table";
import { type DecidedRow, DecidedTable } from "./decided-table";

/** Calls that no longer wait: decided ones, or those that need attention, with what can be done about them. */
export function PastTable({
  rows,
  attention,
  mayDecide,
  empty,
}: {
  rows: DecidedRow[];
  attention: boolean;
  mayDecide: boolean;
  empty: ReactNode;
}) {
  return attention && mayDecide ? (
    <AttentionTable rows={rows} empty={empty} />
  ) : (
    <DecidedTable rows={rows} attention={attention} empty={empty} />
  );
}
