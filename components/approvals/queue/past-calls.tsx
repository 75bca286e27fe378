"use client";

import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { StatusMark } from "@/components/ui/badge";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import { problemOf } from "@/components/words/approvals/attention";
import { queueList } from "@/lib/approvals/queue/list";
import type { QueueRow } from "@/lib/approvals/queue/types";
import { revealedText } from "@/lib/core/text/reveal";
import { StatusChip } from "../status-chip";
import { AttentionTable } from "../triage/attention-table";
import { DecidedBy } from "./decided-by";
import { type DecidedRow, DecidedTable } from "./decided-table";
import { QueueList } from "./queue-list";

// From this width a table fits.
const WIDE = "(width >= 64rem)";

function onWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Calls that no longer wait: decided ones, or those that need attention, with their actions. */
export function PastCalls({
  narrow,
  ...list
}: Omit<ComponentProps<typeof QueueList>, "selectedId"> & {
  /** The server's guess of the screen width; the browser corrects it. */
  narrow: boolean;
}) {
  const { filter, viewer, empty, paging } = list;
  const wide = useSyncExternalStore(
    onWidth,
    () => matchMedia(WIDE).matches,
    () => !narrow,
  );
  // Keeps both layouts once drawn, so that turning a device loses no selection or text.
  const [drawn, setDrawn] = useState({ wide, narrow: !wide });
  if (!drawn[wide ? "wide" : "narrow"]) setDrawn({ wide: true, narrow: true });
  const rows = useHydrated() ? list.rows : list.rows.slice(0, list.inHtml);
  const query = queueList.query(filter);
  const cells = drawn.wide ? rows.map((row) => cellsOf(row, query)) : [];
  const attention = filter.view === "attention";
  return (
    <>
      {drawn.narrow ? (
        <div className="contents lg:hidden">
          <QueueList {...list} selectedId={null} />
        </div>
      ) : null}
      {drawn.wide ? (
        <div className="relative min-h-0 grow overflow-y-auto max-lg:hidden">
          {attention ? (
            <AttentionTable rows={cells} mayDecide={viewer.mayDecide} empty={empty} />
          ) : (
            <DecidedTable rows={cells} empty={empty} />
          )}
          {paging}
        </div>
      ) : null}
    </>
  );
}

function cellsOf(row: QueueRow, query: string): DecidedRow {
  return {
    id: row.id,
    href: `/approvals/${row.id}${query}`,
    headline: revealedText(row.headline),
    changedAt: row.changedAt,
    risk: row.risk,
    what: <Untrusted>{row.headline}</Untrusted>,
    tool: (
      <code
        title={revealedText(row.provider ? `${row.provider} · ${row.tool}` : row.tool)}
        className="block max-w-44 truncate xl:max-w-64"
      >
        {row.provider ? (
          <span className="text-fg-muted">
            <Untrusted>{row.provider}</Untrusted>
            {" · "}
          </span>
        ) : null}
        <Untrusted>{row.tool}</Untrusted>
      </code>
    ),
    status: (
      <span className="flex flex-wrap items-center gap-1">
        <StatusChip status={row.status} decision={row.decision} byPolicy={row.byPolicy} />
        {row.undelivered ? <StatusMark icon="unlink">Callback not delivered</StatusMark> : null}
        {row.acknowledgedBy === null ? null : <StatusMark icon="check">Acknowledged</StatusMark>}
      </span>
    ),
    by: <DecidedBy row={row} withAvatar />,
    at: <Time value={row.decidedAt ?? row.createdAt} form="relative" />,
    tenant: <Untrusted>{row.tenant}</Untrusted>,
    problem: problemOf(row),
    age: <Time value={row.changedAt} form="relative" />,
    owner: row.owner,
    failedDeliveryId: row.failedDeliveryId,
    outcomeKnown: row.outcomeKnown,
  };
}
