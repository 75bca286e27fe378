import { listQueue } from "@/lib/approvals/queue/queries";
import type { QueueFilter, QueueRow } from "@/lib/approvals/schema";
import type { UserScope } from "@/lib/core/scope";

// Longer than a row stays on the screen after it was decided, so that every such row can say by whom.
const RECENT_MS = 30_000;

/** The calls decided a moment ago, for the rows of a pending view that are about to leave it. */
export async function recentlyDecided(scope: UserScope, filter: QueueFilter): Promise<QueueRow[]> {
  if (filter.view === "decided" || filter.view === "attention") return [];
  const { rows, asOf } = await listQueue(scope, { view: "decided" });
  return rows.filter((row) => row.decidedAt && asOf.getTime() - row.decidedAt.getTime() < RECENT_MS);
}
