import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueuePage } from "@/lib/approvals/queue/types";
import { HowManyWait } from "./live-count";

type Props = {
  filter: QueueFilter;
  page: QueuePage;
  /** What else to begin with, where nothing was ever sent. */
  offer?: ReactNode;
};

const FIRST_COMMANDS = [
  "npm run countersign -- gateway create --name my-gateway --tenants acme",
  "npm run countersign -- send-test --gateway my-gateway",
];

/** What is shown in the place of rows: nothing matches, nothing needs you, or nothing was ever sent. */
export function QueueEmpty({ filter, page, offer }: Props) {
  const { lastDecision } = page;
  if (queueList.isNarrowed(filter)) {
    const clear = queueList.link({ view: filter.view });
    return (
      <EmptyState
        icon="filter"
        title="No call fits these filters."
        action={<ButtonLink href={clear}>Clear the filters</ButtonLink>}
      />
    );
  }
  if (filter.view === "decided") return <EmptyState icon="archive" title="Nothing has been decided yet." />;
  if (filter.view === "attention")
    return (
      <EmptyState
        icon="check-circle"
        title="Nothing needs attention. Every approved call was done and every gateway was told, or an approver has acknowledged what went wrong."
      />
    );
  if (!lastDecision && page.counts.all === 0) {
    return (
      <EmptyState icon="plug" title="No call has been sent yet." action={offer}>
        <p>
          A gateway asks here before it runs a risky tool. Register one and send a test call from a terminal:
          it appears in this list within a second.
        </p>
        {FIRST_COMMANDS.map((command) => (
          <p key={command} className="mt-1.5 text-left">
            <Code>{command}</Code>
          </p>
        ))}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check-circle" title="Nothing needs you.">
      {lastDecision ? (
        <>
          Last decision <Time value={lastDecision.at} /> by <Untrusted>{lastDecision.by}</Untrusted>.
        </>
      ) : null}
    </EmptyState>
  );
}

const SKELETON_ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2"];

/** Rows to come, in the shape of rows. */
export function QueueSkeleton() {
  return (
    <Loading label="Loading the calls">
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
  return (
    <EmptyState icon="inbox" title="Select a call to read it">
      <p>
        <HowManyWait read={{ counts: page.counts, asOf: page.asOf }} />
      </p>
      <p className="mt-1">J and K open the next and the previous call, ? shows all keys.</p>
    </EmptyState>
  );
}
