import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Code } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { EMPTY } from "@/components/words/approvals/empty";
import { QUEUE } from "@/components/words/approvals/queue";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueuePage } from "@/lib/approvals/queue/types";
import { Said } from "../said";

type Props = {
  filter: QueueFilter;
  page: QueuePage;
  /** What else to begin with, where nothing was ever sent. */
  offer?: ReactNode;
};

/** What stands in the place of rows: nothing matches, nothing needs you, or nothing was ever sent. */
export function QueueEmpty({ filter, page, offer }: Props) {
  const { lastDecision } = page;
  if (queueList.isNarrowed(filter)) {
    const clear = queueList.link({ view: filter.view });
    return (
      <EmptyState
        icon="filter"
        title={EMPTY.filtered}
        action={<ButtonLink href={clear}>{EMPTY.clear}</ButtonLink>}
      />
    );
  }
  if (filter.view === "decided") return <EmptyState icon="archive" title={EMPTY.decided} />;
  if (filter.view === "attention") return <EmptyState icon="check-circle" title={EMPTY.attention} />;
  if (!lastDecision && page.counts.all === 0) {
    return (
      <EmptyState icon="plug" title={EMPTY.firstTitle} action={offer}>
        <p>{EMPTY.firstText}</p>
        {EMPTY.firstCommands.map((command) => (
          <p key={command} className="mt-1.5 text-left">
            <Code>{command}</Code>
          </p>
        ))}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check-circle" title={EMPTY.calm}>
      {lastDecision ? (
        <>
          {EMPTY.lastDecision} <Time value={lastDecision.at} /> {EMPTY.by} <Said text={lastDecision.by} />.
        </>
      ) : null}
    </EmptyState>
  );
}

const SKELETON_ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2"];

/** Rows to come, in the shape of rows. */
export function QueueSkeleton() {
  return (
    <Loading label={QUEUE.loading}>
      <div className="border-border border-b px-3.5 pt-3 pb-2.5">
        <Skeleton className="h-5 w-36" />
        <div className="mt-2.5 flex gap-1.5">
          <Skeleton className="h-6 w-14 rounded-full" />
          <Skeleton className="h-6 w-12 rounded-full" />
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      </div>
      {SKELETON_ROWS.map((width) => (
        <div key={width} className="border-border border-b px-3.5 py-[11px]">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-4 w-20" />
          </div>
          <Skeleton className={`mt-2 h-4 ${width}`} />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      ))}
    </Loading>
  );
}

/** The right side while no call is open: how many wait, and how to begin. */
export function NothingSelected({ page }: { page: QueuePage }) {
  const { mine, all } = page.counts;
  return (
    <EmptyState icon="inbox" title={EMPTY.selectTitle}>
      <p>{EMPTY.waiting(mine, all)}</p>
      <p className="mt-1">{EMPTY.selectHint}</p>
    </EmptyState>
  );
}
