import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { StatusMark } from "@/components/ui/badge";
import { Pagination } from "@/components/ui/pagination";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import { ATTENTION } from "@/components/words/approvals/acknowledge";
import { QUEUE } from "@/components/words/approvals/queue";
import { DECIDED_WORDS } from "@/components/words/approvals/status";
import type { QueueFilter, QueuePage, QueueRow, RecentDecision } from "@/lib/approvals/queue/types";
import { revealedText } from "@/lib/core/text/hidden";
import { Said } from "../said";
import { StatusChip } from "../status-chip";
import type { SelectedCall } from "../triage/bulk/selection";
import type { DecidedRow } from "./decided-table";
import { queryOf, rowHref } from "./links";
import { QueueHead } from "./queue-head";
import type { ListedRow } from "./queue-item";
import { type QueueActions, QueueList, type RecentNote } from "./queue-list";
import { MemberBody, QueueRowBody } from "./queue-row";
import { QueueEmpty } from "./queue-states";
import type { SavedActions, SavedHere } from "./saved-view";
import { PastTable } from "./shown-parts";

export type PaneProps = {
  filter: QueueFilter;
  page: QueuePage;
  /** The viewer's kept filter that this is. */
  saved: SavedHere;
  viewer: { id: string; mayDecide: boolean };
  actions: QueueActions;
  savedActions: SavedActions;
  /** What else to begin with, where nothing was ever sent. */
  offer?: ReactNode;
};

const LABELS = { decided: QUEUE.listDecided, attention: QUEUE.listAttention };

function noteOf({ key, decision, by }: RecentDecision): RecentNote {
  return { id: key, note: QUEUE.decidedBy(DECIDED_WORDS[decision], by) };
}

function selectable(row: QueueRow, wrong: boolean): SelectedCall[] {
  const { id, revision, argumentsSha256, decideBy } = row;
  const calls = row.members.length > 0 ? row.members : [{ id, revision, argumentsSha256, decideBy }];
  return calls.map((call) => ({
    id: call.id,
    revision: call.revision,
    argumentsSha256: call.argumentsSha256,
    decideBy: call.decideBy,
    headline: row.headline,
    tool: JSON.stringify([row.gateway, row.provider, row.tool]),
    critical: row.risk === "critical",
    ...(wrong ? { changedAt: row.changedAt } : {}),
  }));
}

function listed(row: QueueRow, { filter, page, viewer }: PaneProps): ListedRow {
  const { assignment } = row;
  return {
    key: row.key,
    id: row.id,
    href: rowHref(row.id, filter),
    headline: revealedText(row.headline),
    body: (
      <QueueRowBody
        row={row}
        asOf={page.asOf}
        showTenant={filter.tenant === undefined && page.facets.tenants.length > 1}
      />
    ),
    calls: selectable(row, filter.view === "attention"),
    more: row.moreMembers,
    members: row.members.map((member) => ({
      id: member.id,
      href: rowHref(member.id, filter),
      body: <MemberBody member={member} asOf={page.asOf} />,
    })),
    holder: assignment && {
      userId: assignment.userId,
      name: assignment.name,
      mine: assignment.userId === viewer.id,
    },
    snoozed: row.snoozedUntil !== null,
    pending: row.decision === "pending",
    open: row.decision === "pending" || filter.view === "attention",
  };
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

/** Where to find what is no longer in the list. */
function WhereAcknowledged() {
  return (
    <p className="px-3.5 py-3 text-fg-muted text-xs [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 max-md:[&_a]:inline-flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      {ATTENTION.where}{" "}
      <Link href="/approvals?view=decided" prefetch={false}>
        {ATTENTION.decided}
      </Link>{" "}
      {ATTENTION.andIn}{" "}
      <Link href="/activity?action=approval.settled" prefetch={false}>
        {ATTENTION.trail}
      </Link>
      .
    </p>
  );
}

/** The list of calls with its views and filters: the left pane, or the whole page on a phone. */
export function QueuePane(props: PaneProps & { selectedId?: string | null }) {
  const { filter, page, selectedId = null, viewer, actions, offer } = props;
  const label = filter.view === "decided" || filter.view === "attention" ? LABELS[filter.view] : QUEUE.list;
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading={selectedId ? "h2" : "h1"} />
      <QueueList
        listKey={queryOf(filter)}
        label={label}
        rows={page.rows.map((row) => listed(row, props))}
        recent={page.recent.map(noteOf)}
        selectedId={selectedId}
        nextReturnAt={page.nextReturnAt}
        actions={viewer.mayDecide ? actions : null}
        empty={<QueueEmpty filter={filter} page={page} offer={offer} />}
        paging={
          <>
            <Paging filter={filter} page={page} />
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
    href: rowHref(row.id, filter),
    headline: revealedText(row.headline),
    changedAt: row.changedAt,
    risk: <RiskMark risk={row.risk} />,
    what: <Said text={row.headline} />,
    tool: (
      <code
        title={revealedText(row.provider ? `${row.provider} · ${row.tool}` : row.tool)}
        className="block max-w-44 truncate xl:max-w-64"
      >
        {row.provider ? (
          <span className="text-fg-muted">
            <Said text={row.provider} />
            {" · "}
          </span>
        ) : null}
        <Said text={row.tool} />
      </code>
    ),
    status: (
      <span className="flex flex-wrap items-center gap-1">
        <StatusChip status={row.status} />
        {row.undelivered ? <StatusMark icon="unlink">{QUEUE.undelivered}</StatusMark> : null}
        {row.acknowledgedBy === null ? null : <StatusMark icon="check">{ATTENTION.mark}</StatusMark>}
      </span>
    ),
    by: row.decidedBy ? <Said text={row.decidedBy} /> : null,
    at: <Time value={row.decidedAt ?? row.createdAt} />,
  };
}

/** Decided calls over the whole width, where nothing waits to be read beside them. */
export function DecidedPane(props: PaneProps) {
  const { filter, page, viewer, actions } = props;
  const attention = filter.view === "attention";
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading="h1" />
      <div className="min-h-0 grow overflow-y-auto">
        <Suspense fallback={null}>
          <PastTable
            rows={page.rows.map((row) => cellsOf(row, filter))}
            attention={attention}
            actions={viewer.mayDecide ? { settle: actions.settle, unsettle: actions.unsettle } : null}
            empty={<QueueEmpty filter={filter} page={page} />}
          />
        </Suspense>
        <Paging filter={filter} page={page} />
        {attention ? <WhereAcknowledged /> : null}
      </div>
    </div>
  );
}
