"use client";

import type { ReactNode } from "react";
import type { AcknowledgeActions } from "../triage/acknowledge-dialog";
import { AttentionTable } from "../triage/attention-table";
import { type DecidedRow, DecidedTable } from "./decided-table";

/** Calls that no longer wait: decided ones, or those that need attention, with what can be done about them. */
export function PastTable({
  rows,
  attention,
  actions,
  empty,
}: {
  rows: DecidedRow[];
  attention: boolean;
  /** Null for those who may not decide. */
  actions: AcknowledgeActions | null;
  empty: ReactNode;
}) {
  return attention && actions ? (
    <AttentionTable rows={rows} actions={actions} empty={empty} />
  ) : (
    <DecidedTable rows={rows} attention={attention} empty={empty} />
  );
}
