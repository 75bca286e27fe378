import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "@/lib/core/limits";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import type { DeliveryStep, Prisma } from "@/lib/generated/prisma/client";
import { FEED_START, type FeedPlace, feedCursor, findFeedPlace } from "./feed-cursor";
import { deliveryList } from "./list";
import type { DeliveryDetail, DeliveryPage, DeliveryRow, DeliveryState } from "./types";

type DeliveryFilter = {
  gatewayId?: string;
  approvalId?: string;
  state?: DeliveryStep;
  type?: string;
  since?: Date;
  until?: Date;
  cursor?: string;
  limit?: number;
};

/**
 * A page of the delivery log, newest first; empty for an unknown gateway or approval.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listDeliveries(scope: UserScope, filter: DeliveryFilter = {}): Promise<DeliveryPage> {
  const { gatewayId, approvalId, state, type, since, until } = filter;
  const after = deliveryList.cursor.read(filter.cursor);
  if ([gatewayId, approvalId].some((id) => id !== undefined && !isId(id))) {
    return { rows: [], nextCursor: null };
  }
  const limit = Math.min(filter.limit ?? PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX);
  const where: Prisma.DeliveryWhereInput = {
    tenantId: { in: [...scope.tenants] },
    ...{ channel: "callback", gatewayId, approvalId },
    state,
    event: type === undefined ? undefined : { type },
    createdAt: since || until ? { gte: since, lt: until } : undefined,
    id: after ? { lt: after[0] } : undefined,
  };
  const rows = await readList(scope, (tx) =>
    tx.delivery.findMany({ where, orderBy: { id: "desc" }, take: limit + 1, include: WITH_TYPE }),
  );
  const page = deliveryList.cursor.page(rows, limit, (row) => [row.id]);
  return { ...page, rows: page.rows.map(toRow) };
}

/**
 * One callback with its body and attempts.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getDelivery(scope: UserScope, id: string): Promise<DeliveryDetail> {
  const found = isId(id) ? await read(scope, (tx) => findDelivery(tx, scope, id)) : null;
  if (found) return found;
  throw new DomainError("NOT_FOUND", "There is no such callback. Go back to the list.");
}

const WITH_TYPE = { event: { select: { type: true } } } as const;

async function findDelivery(tx: Tx, scope: UserScope, id: string): Promise<DeliveryDetail | null> {
  const delivery = await tx.delivery.findFirst({
    where: { tenantId: { in: [...scope.tenants] }, id, channel: "callback" },
    include: { event: { select: { type: true, body: true } }, log: { orderBy: { attempt: "asc" } } },
  });
  if (!delivery) return null;
  const log = delivery.log.map(({ deliveryId: _, tenantId: __, ...row }) => ({
    ...row,
    requestHeaders: row.requestHeaders as Record<string, string>,
    responseHeaders: row.responseHeaders as Record<string, string> | null,
  }));
  return { ...toRow(delivery), body: delivery.event.body, log };
}

type StoredDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_TYPE }>;

function toRow(row: StoredDelivery): DeliveryRow {
  const { id, eventId, tenantId, gatewayId, approvalId, url, state, attempts } = row;
  const { nextAttemptAt, lastStatus, lastError, createdAt, finishedAt } = row;
  const own = { id, eventId, tenantId, gatewayId, approvalId, type: row.event.type, url, attempts };
  // Callbacks are never withdrawn.
  return {
    ...own,
    state: state as DeliveryState,
    nextAttemptAt,
    lastStatus,
    lastError,
    createdAt,
    finishedAt,
  };
}

/** Bytes of envelopes per feed page; 200 of the largest would be 200 MiB. */
const FEED_BYTES_MAX = 5 * 1024 * 1024;

// Most open transactions end within milliseconds, without a notification. A few retries save the
// reader a poll.
const HELD_LOOKS = 8;
const HELD_PAUSE_MS = 25;

/**
 * Wire form. `next_cursor` is where to continue, also after an empty page; null only before the
 * first event.
 */
export type EventPage = { data: RawJson[]; next_cursor: string | null };

/**
 * A gateway's events in commit-safe order: an event appears only once no older transaction can add
 * one before it. A reader that continues from `next_cursor` misses none.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listEvents(
  scope: GatewayScope,
  options: { after?: string; limit?: number },
): Promise<EventPage> {
  const after = placeAfter(options.after);
  const limit = Math.min(options.limit ?? PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX);
  let { rows, held } = await readFeed(scope, after, limit);
  for (let looks = 1; looks < HELD_LOOKS && held && rows.length === 0; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, HELD_PAUSE_MS));
    ({ rows, held } = await readFeed(scope, after, limit));
  }
  const last = rows.at(-1);
  return {
    data: rows.map((row) => new RawJson(row.body, OWN_TEXT)),
    next_cursor: last ? feedCursor(last) : (options.after ?? null),
  };
}

type FeedRow = { body: string; xid: string; seq: string };

/** `held`: an older open transaction on this server still holds events back. */
function readFeed(
  scope: GatewayScope,
  after: FeedPlace,
  limit: number,
): Promise<{ rows: FeedRow[]; held: boolean }> {
  const tenants = [...scope.tenants];
  return read(scope, async (tx) => {
    const rows = await tx.$queryRaw<FeedRow[]>`
      select body, xid::text, seq::text from (
        select body, xid, seq, sum(octet_length(body)) over (order by xid, seq) - octet_length(body) as before
        from (
          select body, xid, seq from outbox_events
          where tenant_id = any(${tenants}::uuid[]) and gateway_id = ${scope.actor.id}::uuid
            and (xid, seq) > (${after.xid}::xid8, ${after.seq}::bigint)
            and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid, seq limit ${limit}::int) next) sized
      where before < ${FEED_BYTES_MAX}::int
      order by sized.xid, sized.seq`;
    if (rows.length > 0) return { rows, held: false };
    const waiting = await tx.$queryRaw<unknown[]>`
      select 1 from outbox_events
      where tenant_id = any(${tenants}::uuid[]) and gateway_id = ${scope.actor.id}::uuid
        and (xid, seq) > (${after.xid}::xid8, ${after.seq}::bigint) limit 1`;
    return { rows, held: waiting.length > 0 };
  });
}

// Our envelopes are valid already; parsing a megabyte again would only cost time.
const OWN_TEXT = { kind: "constant", value: null, start: 0, end: 0 } as const;

function placeAfter(cursor: string | undefined): FeedPlace {
  const place = cursor === undefined ? FEED_START : findFeedPlace(cursor);
  if (place) return place;
  throw invalid(
    "/after",
    "unknown_cursor",
    "This cursor was not given by the events feed. Nothing was read; start without `after`, or send the last next_cursor.",
    "next_cursor of the previous page",
  );
}
