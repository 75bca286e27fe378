import { type ReactNode, Suspense } from "react";
import { Link } from "@/components/ui/link";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { queueList } from "@/lib/approvals/queue/list";
import { isPendingView } from "@/lib/approvals/queue/rules";
import type { ListProblem } from "@/lib/core/list/filters";
import { listed, noteOf } from "./listed-row";
import { type HeadProps, QueueHead } from "./queue-head";
import { QueueList } from "./queue-list";
import { QueueEmpty } from "./queue-states";
import { PastCalls } from "./shown-parts";

export type PaneProps = HeadProps & {
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
  /** What else to begin with, where nothing was ever sent. */
  offer?: ReactNode;
};

// More than most screens hold, and as many as most show beside a call.
const ROWS_IN_HTML = 20;
const ROWS_BESIDE = 10;

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
      Acknowledged calls stay under <Link href="/approvals?view=decided">Decided</Link> and in the{" "}
      <Link href="/activity?action=approval.acknowledged">activity log</Link>.
    </p>
  );
}

/** The list of calls with its views and filters: the left pane, or the whole page on a phone. */
export function QueuePane(props: PaneProps & { selectedId?: string | null }) {
  const { filter, problems, page, selectedId = null, offer } = props;
  const inHtml = selectedId === null ? ROWS_IN_HTML : ROWS_BESIDE;
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading={selectedId ? "h2" : "h1"} />
      <ListNotice problems={problems} flush />
      <QueueList
        {...listOf(props, inHtml)}
        selectedId={selectedId}
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

/**
 * Decided calls and those that need attention: a table over the whole width where nothing waits to be read beside them, a list on
 * narrow screens. The server draws one of the two.
 */
export function PastPane(props: PaneProps & { narrow: boolean }) {
  const { filter, problems, page, viewer, narrow } = props;
  const attention = filter.view === "attention";
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading="h1" />
      <ListNotice problems={problems} flush />
      <Suspense fallback={null}>
        <PastCalls
          narrow={narrow}
          rows={page.rows}
          query={queueList.query(filter)}
          attention={attention}
          mayDecide={viewer.mayDecide}
          list={listOf(props, narrow ? ROWS_IN_HTML : 0)}
          empty={<QueueEmpty filter={filter} page={page} />}
          paging={
            <>
              <Pages filter={filter} page={page} />
              {attention ? <WhereAcknowledged /> : null}
            </>
          }
        />
      </Suspense>
    </div>
  );
}

/** What the list is told of its page. */
function listOf({ filter, page, viewer }: PaneProps, inHtml: number) {
  const showTenant = filter.tenant === undefined && page.facets.tenants.length > 1;
  const alike = { showTenant, viewerId: viewer.id };
  return {
    listKey: queueList.query(filter),
    label:
      filter.view === "decided" || filter.view === "attention"
        ? LABELS[filter.view]
        : "Calls waiting for a decision",
    rows: page.rows.slice(0, inHtml).map((row) => listed(row, { filter, asOf: page.asOf, ...alike })),
    later: page.rows.slice(inHtml),
    alike,
    follows: isPendingView(filter.view),
    more: page.nextCursor !== null,
    asOf: page.asOf.getTime(),
    recent: page.recent.map(noteOf),
    nextReturnAt: page.nextReturnAt,
    mayDecide: viewer.mayDecide,
  };
}
