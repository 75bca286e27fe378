import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { lookUp } from "./conditions";
import type { QueueFilter } from "./list";
import { findPlaces } from "./places";
import { readRows } from "./rows";
import { isPendingView } from "./rules";
import type { QueueRow } from "./types";

export const QUEUE_COLUMNS = [
  "id",
  "tenant",
  "gateway",
  "provider",
  "tool",
  "agent",
  "risk",
  "summary",
  "status",
  "decision",
  "decided_by",
  "undelivered",
  "acknowledged_by",
  "assigned_to",
  "created_at",
  "decide_by",
  "decided_at",
] as const satisfies (keyof QueueRecord)[];

export type QueueRecord = ReturnType<typeof recordsOf>[number];

/** A list of calls in its order, for a file: identical calls each as one record. */
export async function* exportQueue(scope: UserScope, filter: QueueFilter): AsyncGenerator<QueueRecord[]> {
  const pending = isPendingView(filter.view);
  for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
    const page: QueueFilter = { ...filter, cursor };
    const { rows, next } = await readList(scope, async (tx) => {
      const conditions = await lookUp(tx, scope, page);
      const { places, nextCursor } = await findPlaces(tx, conditions, page);
      const ids = places.map(({ id }) => id);
      return { rows: await readRows(tx, scope, conditions, ids, pending), next: nextCursor };
    });
    yield rows.flatMap(recordsOf);
    cursor = next;
  }
}

function recordsOf(row: QueueRow) {
  const calls = row.members.length > 0 ? row.members : [row];
  return calls.map(({ id, createdAt, decideBy }) => ({
    id,
    tenant: row.tenant,
    gateway: row.gateway,
    provider: row.provider,
    tool: row.tool,
    agent: row.agent,
    risk: row.risk,
    summary: row.headline,
    status: row.status,
    decision: row.decision,
    decided_by: row.decidedBy,
    undelivered: row.undelivered,
    acknowledged_by: row.acknowledgedBy,
    assigned_to: row.assignment?.name ?? null,
    created_at: createdAt,
    decide_by: decideBy,
    decided_at: row.decidedAt,
  }));
}
