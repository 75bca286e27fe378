import "server-only";
import type { Tx } from "@/lib/core/db";
import { UPDATING } from "@/lib/delivery/channels/registry";
import { sendAgain } from "@/lib/delivery/enqueue";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import { HELD_BEFORE_RELEASE, outcomeOf } from "./call-facts";

// What a change of a call does to notifications about it that were sent before, or wait.

/** What was sent about a call, or is being sent now, is sent again where the channel can update it. */
export async function updateSent(tx: Tx, { tenantId, id }: Approval): Promise<void> {
  const again = await tx.$queryRaw<{ deliveryId: string }[]>`
    with about as (
      select delivery_id from notifications
      where tenant_id = ${tenantId}::uuid and approval_id = ${id}::uuid and state in ('queued', 'sent')
        and kind in ('waits', 'reminder', 'escalated') and channel = any(${[...UPDATING]}::text[])),
    raised as (
      -- All of a delivery together: its message has one version.
      update notifications n set version = version + 1, updated_at = clock_timestamp() from about a
      where n.tenant_id = ${tenantId}::uuid and n.delivery_id = a.delivery_id and n.state in ('queued', 'sent')
      returning n.delivery_id, n.sent_version)
    select distinct delivery_id as "deliveryId" from raised where sent_version > 0 and delivery_id is not null`;
  await sendAgain(
    tx,
    again.map(({ deliveryId }) => deliveryId),
  );
}

/** What waits for its hour and asks for a decision that has been made is not sent any more. */
export async function withdrawUnsent(tx: Tx, call: Approval): Promise<void> {
  if (call.decision === "pending") return;
  // Locked, so that no worker takes them meanwhile; one that has sends what is then updated.
  await tx.$executeRaw`
    with open as materialized (
      select n.id from notifications n join deliveries d on d.tenant_id = n.tenant_id and d.id = n.delivery_id
      where n.tenant_id = ${call.tenantId}::uuid and n.approval_id = ${call.id}::uuid and n.state = 'queued' and n.sent_version = 0
        and n.kind in ('waits', 'reminder', 'escalated') and d.state = 'waiting' and d.attempts = 0
      order by d.id for update of d)
    update notifications n set state = 'withdrawn', delivery_id = null, updated_at = clock_timestamp(),
      reason = ${`Before this was sent: ${outcomeOf(call, "UTC")}`}
    from open o where n.tenant_id = ${call.tenantId}::uuid and n.id = o.id`;
}

/** A call that waits again, because its approval was undone: what was held before its release is due. */
export async function wakeHeld(tx: Tx, { tenantId, id, decision, releaseAt }: Approval): Promise<void> {
  if (decision !== "pending" || releaseAt !== null) return;
  await tx.$queryRaw`
    with held as (
      update deliveries d set next_attempt_at = clock_timestamp() from notifications n
      where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid and n.state = 'queued' and n.reason = ${HELD_BEFORE_RELEASE}
        and d.tenant_id = n.tenant_id and d.id = n.delivery_id and d.state = 'waiting'
      returning d.tenant_id, d.id)
    select ${announcing("delivery", Prisma.sql`h.tenant_id`, Prisma.sql`h.id`)} as told from held h`;
}
