import type { ReactNode } from "react";
import { ROWS_BESIDE } from "@/components/ui/list/first-rows";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import type { ListProblem } from "@/lib/core/list/filters";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import type { InboxPage } from "@/lib/feedback/inbox/types";
import { InboxEmpty } from "./inbox-empty";
import { InboxHead } from "./inbox-head";
import { InboxList, type InboxViewer } from "./inbox-list";
import { textOfIssues } from "./row-facts";

// Issue rows have four lines, so this many fill a screen.
const ROWS_HIGH = 12;

export type PaneProps = {
  filter: InboxFilter;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
  page: InboxPage;
  viewer: InboxViewer;
  /** Shown if nothing was ever reported. */
  offer?: ReactNode;
};

/** The list of issues with its views and filters: the left pane, or the whole page on a phone. */
export function InboxPane({
  filter,
  problems,
  page,
  viewer,
  offer,
  selectedId = null,
}: PaneProps & { selectedId?: string | null }) {
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <InboxHead filter={filter} page={page} heading={selectedId ? "h2" : "h1"} />
      <ListNotice problems={problems} flush />
      <InboxList
        listKey={inboxList.query(filter)}
        runKey={inboxList.query({ ...filter, cursor: undefined })}
        total={inboxList.isNarrowed(filter) ? null : (page.counts[filter.view] ?? null)}
        issues={textOfIssues(page.rows)}
        inHtml={selectedId ? ROWS_BESIDE : ROWS_HIGH}
        more={page.nextCursor !== null}
        asOf={page.asOf.getTime()}
        selectedId={selectedId}
        viewer={viewer}
        empty={<InboxEmpty filter={filter} page={page} offer={offer} />}
        paging={
          <Paging
            list={inboxList}
            filter={filter}
            nextCursor={page.nextCursor}
            label="Pages of issues"
            newest={filter.sort === "signal" ? "Most signal" : "Newest"}
            older={filter.sort === "signal" ? "Less signal" : "Older"}
          />
        }
      />
    </div>
  );
}
