import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueuePage } from "@/lib/approvals/queue/types";

type Props = {
  filter: QueueFilter;
  page: Omit<QueuePage, "rows">;
  offer?: ReactNode;
};

/** The empty state: nothing matches, nothing waits, or no call ever arrived. */
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
        title="Nothing needs attention. Every approved call ran and every callback was delivered, or an approver acknowledged the problem."
      />
    );
  if (!lastDecision && page.counts.all === 0) {
    return (
      <EmptyState icon="plug" title="No call has been sent yet." action={offer}>
        Gateways ask Countersign before they run a risky tool. Calls that wait for a person appear here within
        a second.{offer ? null : " An administrator of all tenants registers gateways."}
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
