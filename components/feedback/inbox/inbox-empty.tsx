import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Code } from "@/components/ui/text/code";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import type { InboxPage } from "@/lib/feedback/inbox/types";

/** The empty state: nothing matches, nothing is open, or nothing was ever reported. */
export function InboxEmpty({
  filter,
  page,
  offer,
}: {
  filter: InboxFilter;
  page: Pick<InboxPage, "counts">;
  offer?: ReactNode;
}) {
  if (page.counts.all === 0) {
    return (
      <EmptyState icon="inbox" title="No agent has reported anything yet." action={offer}>
        <p>
          When a tool cannot do what an agent needs, the agent says so here. The reference gateway gives every
          agent a submit_feedback tool; any gateway can post reports itself.
        </p>
        <p className="mt-1.5">
          <Code>POST /api/v1/feedback</Code>
        </p>
      </EmptyState>
    );
  }
  if (inboxList.isNarrowed(filter) || (filter.view !== "open" && filter.view !== "all")) {
    return (
      <EmptyState
        icon="filter"
        title="No issue matches these filters."
        action={<ButtonLink href="/feedback">Show all open issues</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState icon="check-circle" title="Nothing is open.">
      Every issue that agents reported is closed. “All” lists them.
    </EmptyState>
  );
}

const ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2"];

export function InboxSkeleton() {
  return (
    <Loading label="Loading feedback">
      <div className="border-border border-b px-3.5 pt-3 pb-2.5 lg:w-[404px]">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-2.5 h-8 w-full" />
      </div>
      {ROWS.map((width) => (
        <div key={width} className="border-border border-b px-3.5 py-[11px] lg:w-[404px]">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-4 w-20" />
          </div>
          <Skeleton className={`mt-2 h-4 ${width}`} />
          <Skeleton className="mt-2 h-3 w-2/3" />
        </div>
      ))}
    </Loading>
  );
}
