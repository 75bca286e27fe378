import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** What can change on an open page. */
export type LiveTopic =
  | "approval"
  | "channel"
  | "delivery"
  | "feedback"
  | "gateway"
  | "intent"
  | "policy"
  | "presence"
  | "review"
  | "rule"
  | "sample"
  | "tenant"
  | "tool"
  | "user";

/** "Row X changed", without content, so that each reader fetches what its scope allows. */
export type LiveEvent = { seq: number; topic: LiveTopic; tenantId: string; id: string };

export const LIVE_CHANNEL = "countersign_live";

/**
 * Notifies all processes at commit that a row changed. Never call it per ingested row: NOTIFY takes
 * a lock that serializes commits.
 */
export async function announce(tx: Tx, topic: LiveTopic, tenantId: string, id: string): Promise<void> {
  await announceAll(tx, topic, [{ tenantId, id }]);
}

/** The same for several rows of any tenants in one statement. */
export async function announceAll(
  tx: Tx,
  topic: LiveTopic,
  rows: readonly Pick<LiveEvent, "tenantId" | "id">[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`select ${announcingRows(rows.map(({ tenantId, id }) => ({ topic, tenantId, id })))}`;
}

export type ChangedRow = Pick<LiveEvent, "topic" | "tenantId" | "id">;

export function announcingRows(rows: readonly ChangedRow[]): Prisma.Sql {
  const told = announcing(Prisma.sql`r.topic`, Prisma.sql`r."tenantId"`, Prisma.sql`r.id`);
  return Prisma.sql`(
    select count(${told}) from json_to_recordset(${JSON.stringify(rows)}::json) as r(topic text, "tenantId" text, id text))`;
}

/** As an SQL expression that announces each row it is evaluated for. */
export function announcing(topic: LiveTopic | Prisma.Sql, tenantId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`pg_notify(${LIVE_CHANNEL}, json_build_object(
    'seq', nextval('live_event_ids'), 'topic', ${topic}::text, 'tenantId', ${tenantId}::text, 'id', ${id}::text)::text)::text`;
}
