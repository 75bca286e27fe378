import type { Tx } from "@/lib/core/db";

/** What can change under somebody's eyes. */
export type LiveTopic =
  | "approval"
  | "delivery"
  | "feedback"
  | "gateway"
  | "presence"
  | "sample"
  | "tenant"
  | "tool"
  | "user";

/** "Row X changed": no content, so that every reader fetches what its own scope allows. */
export type LiveEvent = { seq: number; topic: LiveTopic; tenantId: string; id: string };

export const LIVE_CHANNEL = "countersign_live";

/**
 * Tells all processes, once the transaction commits, that a row changed. Never call it once per ingested row: NOTIFY takes a
 * lock that serialises commits.
 */
export async function announce(tx: Tx, topic: LiveTopic, tenantId: string, id: string): Promise<void> {
  await tx.$executeRaw`
    select pg_notify(${LIVE_CHANNEL}, json_build_object(
      'seq', nextval('live_event_ids'), 'topic', ${topic}::text, 'tenantId', ${tenantId}::text, 'id', ${id}::text)::text)`;
}

/** The same for several rows of one act, in one statement. */
export async function announceAll(
  tx: Tx,
  topic: LiveTopic,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    select pg_notify(${LIVE_CHANNEL}, json_build_object(
      'seq', nextval('live_event_ids'), 'topic', ${topic}::text, 'tenantId', ${tenantId}::text, 'id', changed.id)::text)
    from unnest(${[...ids]}::text[]) as changed(id)`;
}
