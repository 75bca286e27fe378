import { EmptyState } from "@/components/ui/empty-state";
import type { QueuePage } from "@/lib/approvals/queue/types";
import { HowManyWait } from "./how-many-wait";

/** The right side while no call is open: how many wait, and how to begin. */
export function NothingSelected({ page }: { page: Omit<QueuePage, "rows"> }) {
  return (
    <EmptyState icon="inbox" title="Select a call to read it">
      <p>
        <HowManyWait read={{ counts: page.counts, asOf: page.countedAt }} />
      </p>
      <p className="mt-1">J and K open the next and the previous call, ? shows all keys.</p>
    </EmptyState>
  );
}
