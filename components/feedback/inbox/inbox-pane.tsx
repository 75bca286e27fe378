import type { ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import { inboxQuery } from "@/lib/feedback/inbox/rules";
import type { InboxFilter, InboxPage } from "@/lib/feedback/inbox/types";
import { InboxEmpty } from "./inbox-empty";
import { InboxHead } from "./inbox-head";
import { InboxRowBody } from "./inbox-row";
import { SteadyList } from "./steady-list";

export type PaneProps = {
  filter: InboxFilter;
  page: InboxPage;
  /** What else to begin with, where nothing was ever reported. */
  offer?: ReactNode;
};

/** The list of issues with its views and filters: the left pane, or the whole page on a phone. */
export function InboxPane({
  filter,
  page,
  offer,
  selectedId = null,
}: PaneProps & { selectedId?: string | null }) {
  const query = inboxQuery(filter);
  const showTenant = page.choices.tenants.length > 1 && filter.tenant === undefined;
  const rows = page.rows.map((row) => ({
    id: row.id,
    href: `/feedback/${row.id}${query}`,
    body: <InboxRowBody row={row} showTenant={showTenant} />,
  }));
  const older = page.nextCursor && `/feedback${inboxQuery({ ...filter, cursor: page.nextCursor })}`;
  const newest = filter.cursor && `/feedback${inboxQuery({ ...filter, cursor: undefined })}`;
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <InboxHead filter={filter} page={page} heading={selectedId ? "h2" : "h1"} />
      <SteadyList
        listKey={query}
        rows={rows}
        selectedId={selectedId}
        empty={<InboxEmpty filter={filter} page={page} offer={offer} />}
        paging={
          <Pagination
            label="Pages of issues"
            newer={newest ? { href: newest, label: "Newest" } : null}
            older={older ? { href: older, label: "Older" } : null}
          />
        }
      />
    </div>
  );
}
