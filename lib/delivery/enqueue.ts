import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";

/** Bytes of one callback's body, as the wire contract promises gateways. */
export const EVENT_BYTES_MAX = 1024 * 1024;

export type OwedEvent = {
  tenantId: string;
  gatewayId: string;
  approvalId?: string | null;
  /** For example `approval.approved`. */
  type: string;
  /** When it happened, by the database's clock; now unless given. */
  at?: Date | null;
  /** Members as on the wire; RawJson members go out byte for byte. */
  data: Record<string, unknown>;
  /** Where to POST it; null when the gateway polls. */
  url: string | null;
};

export type EnqueuedEvent = { eventId: string; deliveryId: string | null };

/**
 * Owes a gateway an event, in the transaction of the change it tells about: both commit or neither does, and no network is
 * touched here. The event always enters the feed; a delivery is owed too when there is a URL and the callback is switched on.
 * @throws DomainError PAYLOAD_TOO_LARGE when the envelope exceeds EVENT_BYTES_MAX
 */
export async function enqueueEvent(tx: Tx, event: OwedEvent): Promise<EnqueuedEvent> {
  const [enqueued] = await enqueueEvents(tx, [event]);
  if (!enqueued) throw new Error("the event was not stored");
  return enqueued;
}

/**
 * The same for any number of events, in one statement.
 * @param also a further part of that statement, `, name as (…)`, which may read the deliveries that are owed now: `owed`
 */
export async function enqueueEvents(
  tx: Tx,
  events: readonly OwedEvent[],
  also: Prisma.Sql = Prisma.empty,
): Promise<EnqueuedEvent[]> {
  if (events.length === 0) return [];
  const now = events.every(({ at }) => at) ? null : await databaseNow(tx);
  const rows = JSON.stringify(events.map((event) => row(event, event.at ?? now)));
  // Without an explicit xid: the column's default names this very transaction, which the feed's order rests on.
  // A delivery is owed only while the gateway's callback is on: without one it reads the feed.
  const enqueued = await tx.$queryRaw<EnqueuedEvent[]>`
    with given as (
      select * from json_to_recordset(${rows}::json) as e(
        id uuid, delivery_id uuid, tenant_id uuid, gateway_id uuid, approval_id uuid, type text, body text, url text)),
    made as (
      insert into outbox_events (id, tenant_id, gateway_id, approval_id, type, body)
      select id, tenant_id, gateway_id, approval_id, type, body from given),
    owed as (
      insert into deliveries (id, tenant_id, gateway_id, event_id, approval_id, url)
      select e.delivery_id, e.tenant_id, e.gateway_id, e.id, e.approval_id, e.url
      from given e join gateways g on g.id = e.gateway_id
      where e.url is not null and g.callback_off_at is null
      returning id, event_id, tenant_id, approval_id)
    ${also}
    select e.id as "eventId", o.id as "deliveryId",
           ${announcing("delivery", Prisma.sql`e.tenant_id`, Prisma.sql`coalesce(o.id, e.id)`)} as told
    from given e left join owed o on o.event_id = e.id`;
  return enqueued.map(({ eventId, deliveryId }) => ({ eventId, deliveryId }));
}

function row({ tenantId, gatewayId, approvalId = null, type, data, url }: OwedEvent, at: Date | null) {
  const body = serializeJson({ type, timestamp: at, data });
  const bytes = Buffer.byteLength(body);
  if (bytes > EVENT_BYTES_MAX) {
    throw new DomainError(
      "PAYLOAD_TOO_LARGE",
      `The callback for this would be ${bytes} bytes; at most ${EVENT_BYTES_MAX} can be sent. Nothing was stored; send smaller arguments.`,
    );
  }
  const places = { tenant_id: tenantId, gateway_id: gatewayId, approval_id: approvalId };
  return { id: newId(), delivery_id: newId(), ...places, type, body, url };
}
