import { Pagination } from "@/components/ui/pagination";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import type { QueueFilter, QueuePage, QueueRow, RecentDecision } from "@/lib/approvals/queue/schema";
import { DECIDED_WORDS, QUEUE } from "../copy";
import { Said } from "../said";
import { StatusChip } from "../status-chip";
import { type DecidedRow, DecidedTable } from "./decided-table";
import { queryOf, rowHref } from "./links";
import { QueueHead } from "./queue-head";
import { QueueList, type RecentNote } from "./queue-list";
import { QueueRowBody } from "./queue-row";
import { QueueEmpty } from "./queue-states";

export type PaneProps = {
  filter: QueueFilter;
  page: QueuePage;
};

const LABELS = { decided: QUEUE.listDecided, attention: QUEUE.listAttention };

function noteOf({ id, decision, by }: RecentDecision): RecentNote {
  return { id, note: QUEUE.decidedBy(DECIDED_WORDS[decision], by) };
}

function Paging({ filter, page }: Pick<PaneProps, "filter" | "page">) {
  return (
    <Pagination
      label={QUEUE.pages}
      newer={
        filter.cursor
          ? { href: `/approvals${queryOf({ ...filter, cursor: undefined })}`, label: QUEUE.newest }
          : null
      }
      older={
        page.nextCursor
          ? { href: `/approvals${queryOf({ ...filter, cursor: page.nextCursor })}`, label: QUEUE.older }
          : null
      }
    />
  );
}

/** The list of calls with its views and filters: the left pane, or the whole page on a phone. */
export function QueuePane({ filter, page, selectedId = null }: PaneProps & { selectedId?: string | null }) {
  const rows = page.rows.map((row) => ({
    id: row.id,
    href: rowHref(row.id, filter),
    body: <QueueRowBody row={row} asOf={page.asOf} />,
  }));
  const label = filter.view === "decided" || filter.view === "attention" ? LABELS[filter.view] : QUEUE.list;
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead filter={filter} page={page} heading={selectedId ? "h2" : "h1"} />
      <QueueList
        listKey={queryOf(filter)}
        label={label}
        rows={rows}
        recent={page.recent.map(noteOf)}
        selectedId={selectedId}
        empty={<QueueEmpty filter={filter} page={page} />}
        paging={<Paging filter={filter} page={page} />}
      />
    </div>
  );
}

function cellsOf(row: QueueRow, filter: QueueFilter): DecidedRow {
  return {
    id: row.id,
    href: rowHref(row.id, filter),
    risk: <RiskMark risk={row.risk} />,
    headline: <Said text={row.headline} />,
    tool: (
      <code>
        <Said text={row.provider ? `${row.provider} · ${row.tool}` : row.tool} />
      </code>
    ),
    status: (
      <span className="flex flex-wrap gap-1">
        <StatusChip status={row.status} />
        {row.undelivered ? <span className="text-xs">{QUEUE.undelivered}</span> : null}
      </span>
    ),
    by: row.decidedBy ? <Said text={row.decidedBy} /> : null,
    at: <Time value={row.decidedAt ?? row.createdAt} />,
  };
}

/** Decided calls over the whole width, where nothing waits to be read beside them. */
export function DecidedPane({ filter, page }: PaneProps) {
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead filter={filter} page={page} heading="h1" />
      <div className="min-h-0 grow overflow-y-auto">
        <DecidedTable
          rows={page.rows.map((row) => cellsOf(row, filter))}
          attention={filter.view === "attention"}
          empty={<QueueEmpty filter={filter} page={page} />}
        />
        <Paging filter={filter} page={page} />
      </div>
    </div>
  );
}
