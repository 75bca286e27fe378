import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { StatusMark } from "@/components/ui/badge";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import { isPendingView } from "@/lib/approvals/queue/rules";
import type { QueueRow } from "@/lib/approvals/queue/types";
import type { ListProblem } from "@/lib/core/list/filters";
import { revealedText } from "@/lib/core/text/reveal";
import { StatusChip } from "../status-chip";
import type { DecidedRow } from "./decided-table";
import { listed, noteOf } from "./listed-row";
import { type HeadProps, QueueHead } from "./queue-head";
import { QueueList } from "./queue-list";
import { QueueEmpty } from "./queue-states";
import { PastTable } from "./shown-parts";

export type PaneProps = HeadProps & {
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
  /** What else to begin with, where nothing was ever sent. */
  offer?: ReactNode;
};

const LABELS = { decided: "Decided calls", attention: "Calls that need attention" };

function Pages({ filter, page }: Pick<PaneProps, "filter" | "page">) {
  return (
    <Paging
      list={queueList}
      filter={filter}
      nextCursor={page.nextCursor}
      label="Pages"
      newest="Back to the newest"
      older="Older"
    />
  );
}

/** Where to find what is no longer in the list. */
function WhereAcknowledged() {
  return (
    <p className="px-3.5 py-3 text-fg-muted text-xs [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 max-md:[&_a]:inline-flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      Acknowledged calls stay under{" "}
      <Link href="/approvals?view=decided" prefetch={false}>
        Decided
      </Link>{" "}
      and in the{" "}
      <Link href="/activity?action=approval.acknowledged" prefetch={false}>
        activity log
      </Link>
      .
    </p>
  );
}

/** The list of calls with its views and filters: the left pane, or the whole page on a phone. */
export function QueuePane(props: PaneProps & { selectedId?: string | null }) {
  const { filter, problems, page, selectedId = null, viewer, offer } = props;
  const label =
    filter.view === "decided" || filter.view === "attention"
      ? LABELS[filter.view]
      : "Calls waiting for a decision";
  const showTenant = filter.tenant === undefined && page.facets.tenants.length > 1;
  const alike = { filter, asOf: page.asOf, showTenant, viewerId: viewer.id };
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading={selectedId ? "h2" : "h1"} />
      <ListNotice problems={problems} flush />
      <QueueList
        listKey={queueList.query(filter)}
        label={label}
        rows={page.rows.map((row) => listed(row, alike))}
        live={isPendingView(filter.view) ? { showTenant, viewerId: viewer.id } : null}
        more={page.nextCursor !== null}
        asOf={page.asOf.getTime()}
        recent={page.recent.map(noteOf)}
        selectedId={selectedId}
        nextReturnAt={page.nextReturnAt}
        mayDecide={viewer.mayDecide}
        empty={<QueueEmpty filter={filter} page={page} offer={offer} />}
        paging={
          <>
            <Pages filter={filter} page={page} />
            {filter.view === "attention" ? <WhereAcknowledged /> : null}
          </>
        }
      />
    </div>
  );
}

function cellsOf(row: QueueRow, filter: QueueFilter): DecidedRow {
  return {
    id: row.id,
    href: queueList.rowLink(filter, row.id),
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
        <StatusChip status={row.status} decision={row.decision} />
        {row.undelivered ? <StatusMark icon="unlink">Gateway not told</StatusMark> : null}
        {row.acknowledgedBy === null ? null : <StatusMark icon="check">Acknowledged</StatusMark>}
      </span>
    ),
    by: row.decidedBy ? <Untrusted>{row.decidedBy}</Untrusted> : null,
    at: <Time value={row.decidedAt ?? row.createdAt} />,
  };
}

/** Decided calls over the whole width, where nothing waits to be read beside them. */
export function DecidedPane(props: PaneProps) {
  const { filter, problems, page, viewer } = props;
  const attention = filter.view === "attention";
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading="h1" />
      <ListNotice problems={problems} flush />
      <div className="min-h-0 grow overflow-y-auto">
        <Suspense fallback={null}>
          <PastTable
            rows={page.rows.map((row) => cellsOf(row, filter))}
            attention={attention}
            mayDecide={viewer.mayDecide}
            empty={<QueueEmpty filter={filter} page={page} />}
          />
        </Suspense>
        <Pages filter={filter} page={page} />
        {attention ? <WhereAcknowledged /> : null}
      </div>
    </div>
  );
}
