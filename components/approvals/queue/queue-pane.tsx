import { type ReactNode, useMemo } from "react";
import { Link } from "@/components/ui/link";
import { ROWS_BESIDE, ROWS_IN_HTML } from "@/components/ui/list/first-rows";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { queueList } from "@/lib/approvals/queue/list";
import type { ListProblem } from "@/lib/core/list/filters";
import { PastCalls } from "./past-calls";
import { type HeadProps, QueueHead } from "./queue-head";
import { QueueList } from "./queue-list";
import { QueueEmpty } from "./queue-states";
import { type RowText, rowsOfText } from "./row-text";

export type PaneProps = HeadProps & {
  rows: RowText;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
  offer?: ReactNode;
};

function Pages({ filter, page }: Pick<PaneProps, "filter" | "page">) {
  return (
    <>
      <Paging
        list={queueList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages"
        newest="Back to the newest"
        older="Older"
      />
      {filter.view === "attention" ? <WhereAcknowledged /> : null}
    </>
  );
}

/** Links to acknowledged calls. */
function WhereAcknowledged() {
  return (
    <p className="px-3.5 py-3 text-fg-muted text-xs [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 max-md:[&_a]:inline-flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      Acknowledged calls stay under <Link href="/approvals?view=decided">Decided</Link> and in the{" "}
      <Link href="/activity?action=approval.acknowledged">activity log</Link>.
    </p>
  );
}

/** The list of calls with its views and filters: the left pane, or the whole page. */
export function QueuePane({
  selectedId = null,
  narrow,
  ...props
}: PaneProps & {
  selectedId?: string | null;
  /**
   * For calls that no longer wait, with no call open next to them: what the server takes the
   * screen for. They are a table over the whole width, a list on narrow screens.
   */
  narrow?: boolean;
}) {
  const { filter, problems, page, viewer, offer } = props;
  const rows = useMemo(() => rowsOfText(props.rows), [props.rows]);
  const list = {
    ...{ filter, page, rows, viewer },
    inHtml: selectedId === null ? ROWS_IN_HTML : ROWS_BESIDE,
    empty: <QueueEmpty filter={filter} page={page} offer={offer} />,
    paging: <Pages filter={filter} page={page} />,
  };
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <QueueHead {...props} heading={selectedId ? "h2" : "h1"} />
      <ListNotice problems={problems} flush />
      {narrow === undefined ? (
        <QueueList {...list} selectedId={selectedId} />
      ) : (
        <PastCalls {...list} narrow={narrow} />
      )}
    </div>
  );
}
