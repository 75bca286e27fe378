import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import type { EventType } from "@/lib/notices/notices";
import type { PeopleChannel } from "@/lib/notices/types";
import { EVENT_BYTES_MAX } from "./channels/callback/limits";
import { byChannel } from "./channels/registry";
import type { Recipient } from "./channels/types";

/** An event for its recipients. */
export type Notice = {
  tenantId: string;
  /** The gateway whose feed shows it; null: none. */
  gatewayId: string | null;
  approvalId?: string | null;
  type: EventType;
  /** Time by the database's clock; default now. */
  at?: Date | null;
  /** Wire members; RawJson goes out byte for byte. */
  data: Record<string, unknown>;
  /** Recipients; a polling gateway reads its feed instead. */
  to: readonly Recipient[];
};

export type EnqueuedNotice = { eventId: string; deliveryId: string | null };

/** A gateway as the recipient of its callbacks; none without a URL. */
export function gatewayAt(id: string, url: string | null): Recipient[] {
  return url === null ? [] : [{ kind: "gateway", id, channel: "callback", url }];
}

/**
 * Queues a notice in the transaction of its change, without network access. Creates a delivery for
 * each recipient that accepts notices now.
 * @throws DomainError PAYLOAD_TOO_LARGE if the envelope exceeds EVENT_BYTES_MAX
 */
export async function enqueueNotice(tx: Tx, notice: Notice): Promise<EnqueuedNotice> {
  const [enqueued] = await enqueueNotices(tx, [notice]);
  if (!enqueued) throw new Error("the notice was not stored");
  return enqueued;
}

/**
 * The same for several notices in one statement.
 * @param also a further CTE, `, name as (…)`, which may read the new deliveries: `owed`
 * @returns one per delivery, and one per notice without any
 */
export async function enqueueNotices(
  tx: Tx,
  notices: readonly Notice[],
  also: Prisma.Sql = Prisma.empty,
): Promise<EnqueuedNotice[]> {
  if (notices.length === 0) return [];
  const now = notices.every(({ at }) => at) ? null : await databaseNow(tx);
  const rows = JSON.stringify(notices.map((notice) => row(notice, notice.at ?? now)));
  const accepts = byChannel(Prisma.sql`r.channel`, (channel) => channel.accepts(Prisma.sql`r.recipient`));
  // No explicit xid: the column's default is this transaction, which defines the feed's order.
  const enqueued = await tx.$queryRaw<EnqueuedNotice[]>`
    with given as (
      select * from json_to_recordset(${rows}::json) as e(
        id uuid, tenant_id uuid, gateway_id uuid, approval_id uuid, type text, body text, recipients json)),
    made as (
      insert into outbox_events (id, tenant_id, gateway_id, approval_id, type, body)
      select id, tenant_id, gateway_id, approval_id, type, body from given),
    owed as (
      insert into deliveries (id, tenant_id, recipient_kind, gateway_id, channel, event_id, approval_id, url)
      select r.id, e.tenant_id, r.kind, r.recipient, r.channel, e.id, e.approval_id, r.url
      from given e cross join lateral json_to_recordset(e.recipients) as r(
        id uuid, kind text, recipient uuid, channel text, url text)
      where ${accepts}
      returning id, event_id, tenant_id, approval_id, channel)
    ${also}
    select e.id as "eventId", o.id as "deliveryId",
           ${announcing("delivery", Prisma.sql`e.tenant_id`, Prisma.sql`coalesce(o.id, e.id)`)} as told
    from given e left join owed o on o.event_id = e.id`;
  return enqueued.map(({ eventId, deliveryId }) => ({ eventId, deliveryId }));
}

/** 0: in its turn, 1: soon, 2: before everything else that is due for its recipient. */
export type Urgency = 0 | 1 | 2;
export const URGENCY_MAX: Urgency = 2;

/** A delivery to a person or a shared destination; `dueAt` null: at once. */
export type PeopleDelivery = {
  id: string;
  kind: "user" | "destination";
  recipientId: string;
  channel: PeopleChannel;
  dueAt: Date | null;
};

/** Queues the deliveries of one event to people, in the transaction that notes why. Messages are composed when they are sent. */
export async function enqueueForPeople(
  tx: Tx,
  event: { tenantId: string; approvalId: string | null; type: string; urgency: Urgency },
  to: readonly PeopleDelivery[],
): Promise<void> {
  if (to.length === 0) return;
  const { tenantId, approvalId, type, urgency } = event;
  const eventId = newId();
  await tx.$queryRaw`
    with made as (
      insert into outbox_events (id, tenant_id, gateway_id, approval_id, type, body)
      values (${eventId}::uuid, ${tenantId}::uuid, null, ${approvalId}::uuid, ${`notice.${type}`}, '{}')),
    owed as (
      insert into deliveries (id, tenant_id, recipient_kind, gateway_id, channel, event_id, approval_id, url, urgency, next_attempt_at)
      select r.id, ${tenantId}::uuid, r.kind, r."recipientId", r.channel, ${eventId}::uuid, ${approvalId}::uuid, r.channel || ':',
             ${urgency}::smallint, coalesce(r."dueAt", clock_timestamp())
      from json_to_recordset(${JSON.stringify(to)}::json) as r(
        id uuid, kind text, "recipientId" uuid, channel text, "dueAt" timestamptz)
      returning id)
    select ${announcing("delivery", Prisma.sql`${tenantId}::uuid`, Prisma.sql`o.id`)} as told from owed o`;
}

/** Sends messages again that were sent before, with what is so now; their remembered references make it an update. */
export async function sendAgain(tx: Tx, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await tx.$queryRaw`
    with again as (
      update deliveries set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp(), finished_at = null
      where id = any(${[...deliveryIds]}::uuid[]) and state in ('delivered', 'dead', 'withdrawn') returning tenant_id, id)
    select ${announcing("delivery", Prisma.sql`a.tenant_id`, Prisma.sql`a.id`)} as told from again a`;
}

function row({ tenantId, gatewayId, approvalId = null, type, data, to }: Notice, at: Date | null) {
  const body = serializeJson({ type, timestamp: at, data });
  const bytes = Buffer.byteLength(body);
  if (bytes > EVENT_BYTES_MAX) {
    throw new DomainError(
      "PAYLOAD_TOO_LARGE",
      `The callback for this would be ${bytes} bytes; at most ${EVENT_BYTES_MAX} can be sent. Nothing was stored; send smaller arguments.`,
    );
  }
  const places = { tenant_id: tenantId, gateway_id: gatewayId, approval_id: approvalId };
  const recipients = to.map(({ id, ...one }) => ({ ...one, recipient: id, id: newId() }));
  return { id: newId(), ...places, type, body, recipients };
}
