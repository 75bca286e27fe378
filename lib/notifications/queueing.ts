import "server-only";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { enqueueForPeople, type Urgency } from "@/lib/delivery/enqueue";
import type { Approval } from "@/lib/generated/prisma/client";
import type { NoticeKind } from "@/lib/notices/types";
import type { Queued } from "./ledger";
import { isAsking } from "./rules";

/** Notifications in one message; composing it reads each of them. */
const TOGETHER_MAX = 100;

/** Gives each queued notification a delivery: one that is open for its recipient, or its own. */
export async function queue(
  tx: Tx,
  { tenantId, call, kind }: { tenantId: string; call: Approval | null; kind: NoticeKind },
  queued: readonly Queued[],
): Promise<void> {
  if (queued.length === 0) return;
  const open = await openDeliveries(
    tx,
    tenantId,
    queued.filter(({ heldUntil }) => heldUntil !== null),
  );
  const placed = queued.map((one) => ({
    ...one,
    deliveryId: open.get(one.id) ?? newId(),
    isNew: !open.has(one.id),
  }));
  const approvalId = call?.id ?? null;
  const urgency = urgencyOf(kind, call);
  await enqueueForPeople(
    tx,
    { tenantId, approvalId, type: kind, urgency },
    placed
      .filter(({ isNew }) => isNew)
      .map(({ deliveryId: id, recipientKind, recipientId, channel, heldUntil: dueAt }) => ({
        id,
        kind: recipientKind,
        recipientId,
        channel,
        dueAt,
      })),
  );
  if (urgency > 0) await raise(tx, tenantId, [...open.values()], urgency);
  const pairs = placed.map(({ id, deliveryId }) => ({ id, deliveryId }));
  await tx.$executeRaw`
    update notifications n set delivery_id = r."deliveryId", version = coalesce((
      select max(m.version) from notifications m where m.tenant_id = n.tenant_id and m.delivery_id = r."deliveryId"), 1)
    from json_to_recordset(${JSON.stringify(pairs)}::json) as r(id uuid, "deliveryId" uuid)
    where n.tenant_id = ${tenantId}::uuid and n.id = r.id`;
}

function urgencyOf(kind: NoticeKind, call: Approval | null): Urgency {
  if (!call || !isAsking(kind)) return 0;
  return call.risk === "critical" ? 2 : call.risk === "high" ? 1 : 0;
}

/** What waits with something urgent is sent as soon. */
async function raise(
  tx: Tx,
  tenantId: string,
  deliveryIds: readonly string[],
  urgency: Urgency,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await tx.$executeRaw`
    update deliveries set urgency = ${urgency}::smallint
    where tenant_id = ${tenantId}::uuid and id = any(${[...deliveryIds]}::uuid[]) and urgency < ${urgency}::smallint`;
}

/** Deliveries that wait for their hour with other notifications of the same recipient on the same channel. */
async function openDeliveries(
  tx: Tx,
  tenantId: string,
  held: readonly Queued[],
): Promise<Map<string, string>> {
  if (held.length === 0) return new Map();
  const asked = held.map(({ id, recipientId, channel, heldUntil }) => ({
    id,
    recipientId,
    channel,
    heldUntil,
  }));
  const found = await tx.$queryRaw<{ id: string; deliveryId: string }[]>`
    select r.id, o.id as "deliveryId"
    from json_to_recordset(${JSON.stringify(asked)}::json) as r(
      id uuid, "recipientId" uuid, channel text, "heldUntil" timestamptz)
    cross join lateral (
      select d.id from notifications n join deliveries d on d.tenant_id = n.tenant_id and d.id = n.delivery_id
      where n.tenant_id = ${tenantId}::uuid and n.recipient_id = r."recipientId" and n.channel = r.channel and n.state = 'queued'
        and n.held_until is not null and d.state = 'waiting' and d.attempts = 0 and d.next_attempt_at > clock_timestamp()
        -- One that waits longer, for quiet hours that this one may break, is not joined.
        and d.next_attempt_at <= r."heldUntil"
        and (select count(*) from notifications m where m.tenant_id = d.tenant_id and m.delivery_id = d.id) < ${TOGETHER_MAX}::int
      order by d.next_attempt_at limit 1 for update of d) o`;
  return new Map(found.map(({ id, deliveryId }) => [id, deliveryId]));
}
