import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { announce } from "@/lib/live/announce";

/** Bytes of one callback's body, as the wire contract promises gateways. */
export const EVENT_BYTES_MAX = 1024 * 1024;

export type OwedEvent = {
  tenantId: string;
  gatewayId: string;
  approvalId?: string | null;
  /** For example `approval.approved`. */
  type: string;
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
  const { tenantId, gatewayId, approvalId = null, type, data } = event;
  const body = serializeJson({ type, timestamp: await databaseNow(tx), data });
  const bytes = Buffer.byteLength(body);
  if (bytes > EVENT_BYTES_MAX) {
    throw new DomainError(
      "PAYLOAD_TOO_LARGE",
      `The callback for this would be ${bytes} bytes; at most ${EVENT_BYTES_MAX} can be sent. Nothing was stored; send smaller arguments.`,
    );
  }
  const eventId = newId();
  // Without an explicit xid: the column's default names this very transaction, which the feed's order rests on.
  await tx.$executeRaw`
    insert into outbox_events (id, tenant_id, gateway_id, approval_id, type, body)
    values (${eventId}::uuid, ${tenantId}::uuid, ${gatewayId}::uuid, ${approvalId}::uuid, ${type}, ${body})`;
  const deliveryId = event.url === null ? null : await oweDelivery(tx, event, eventId, event.url);
  await announce(tx, "delivery", tenantId, deliveryId ?? eventId);
  return { eventId, deliveryId };
}

/** Null when the gateway's callback is switched off: it then reads the feed. */
async function oweDelivery(tx: Tx, event: OwedEvent, eventId: string, url: string): Promise<string | null> {
  const { tenantId, gatewayId, approvalId = null } = event;
  const deliveryId = newId();
  const owed = await tx.$executeRaw`
    insert into deliveries (id, tenant_id, gateway_id, event_id, approval_id, url)
    select ${deliveryId}::uuid, ${tenantId}::uuid, g.id, ${eventId}::uuid, ${approvalId}::uuid, ${url}
    from gateways g where g.id = ${gatewayId}::uuid and g.callback_off_at is null`;
  return owed === 1 ? deliveryId : null;
}
