import type * as z from "zod";
import { recordActivity, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { toDomainError } from "@/lib/core/outcome";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { redactTarget } from "@/lib/core/text/redaction";
import { getGateway } from "@/lib/gateways/queries";
import type { Delivery } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { callableUrl, replayUrl } from "./channels/callback/send";
import { type EnqueuedNotice, enqueueNotice, gatewayAt } from "./enqueue";
import { undeliveredOf } from "./failures";
import { type Lapsed, NEWEST_EVENT } from "./news";
import { subjectOf } from "./record";
import type { ReplayResult } from "./types";
import type { pingDataWire } from "./wire";

const REPLAYERS: ReadonlySet<string> = new Set(["admin", "approver"]);

/**
 * Replays a finished callback: same id and body, current secret, new schedule; for a revoked
 * approval, the current state. Uses the same URL, or the registered one if its origin changed.
 * @throws DomainError NOT_FOUND outside the scope, FORBIDDEN, CONFLICT while it is still being
 * tried, without a callable gateway, or if its approval lapsed
 */
export async function replayDelivery(
  scope: UserScope,
  deliveryId: string,
  lapsed: Lapsed,
): Promise<{ id: string; url: string }> {
  assertReplayer(scope);
  return change(scope, async (tx) => {
    const delivery = await getOwn(tx, scope, deliveryId);
    const url = await replayUrl(tx, delivery);
    await assertOfUse(tx, delivery, lapsed);
    const [restarted] = await tx.$queryRaw<Partial<Delivery>[]>`
      update deliveries d
      set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp(), finished_at = null, url = ${url},
          event_id = ${NEWEST_EVENT}
      where tenant_id = ${delivery.tenantId}::uuid and id = ${delivery.id}::uuid and state in ('delivered', 'dead')
      returning state::text, url, attempts, next_attempt_at as "nextAttemptAt", finished_at as "finishedAt",
                event_id as "eventId"`;
    if (!restarted) {
      throw new DomainError(
        "CONFLICT",
        "This callback is still being tried. Nothing was changed; wait for its next attempt, or replay it once it has ended.",
      );
    }
    const subject = { ...subjectOf(delivery), tenantId: delivery.tenantId };
    const shown = redactTarget(url);
    const facts = { delivery_id: delivery.id, url: shown };
    await announce(tx, "delivery", delivery.tenantId, delivery.id);
    await recordChange(tx, scope, "delivery.replayed", delivery, restarted, { subject, facts });
    return { id: delivery.id, url: shown };
  });
}

/** Limit of callbacks per replay action. */
const REPLAYS_AT_ONCE = 200;

/**
 * Replays a gateway's failed callbacks one by one, and reports each refusal.
 * @throws DomainError NOT_FOUND, FORBIDDEN
 */
export async function replayUndelivered(
  scope: UserScope,
  gatewayId: string,
  lapsed: Lapsed,
): Promise<{ results: ReplayResult[]; more: boolean }> {
  assertReplayer(scope);
  await getGateway(scope, gatewayId);
  const ids = await undeliveredOf(scope, gatewayId, { lapsed, limit: REPLAYS_AT_ONCE + 1 });
  const results: ReplayResult[] = [];
  for (const id of ids.slice(0, REPLAYS_AT_ONCE)) {
    try {
      await replayDelivery(scope, id, lapsed);
      results.push({ id, ok: true, message: null });
    } catch (error) {
      // Unexpected errors too: earlier ones are already queued, and the page has to report that.
      results.push({ id, ok: false, message: toDomainError(error).message });
    }
  }
  return { results, more: ids.length > REPLAYS_AT_ONCE };
}

/**
 * Queues a `test.ping` to try a gateway's callback. It belongs to `tenantId`, or to the gateway's
 * first tenant (by key) in the scope. That tenant's keys see it in the feed.
 * @throws DomainError NOT_FOUND, FORBIDDEN, CONFLICT without a callback or if it is disabled
 */
export async function sendTestPing(
  scope: UserScope | SystemScope,
  gatewayId: string,
  tenantId?: string,
): Promise<EnqueuedNotice> {
  if (scope.actor.kind === "user") assertReplayer(scope as UserScope);
  return change(scope, async (tx) => {
    const tenant = await pingTenant(tx, scope, gatewayId, tenantId);
    const gateway = await tx.gateway.findUniqueOrThrow({ where: { id: gatewayId } });
    const event = await enqueueNotice(tx, {
      tenantId: tenant.id,
      gatewayId,
      type: "test.ping",
      data: {
        gateway: gateway.name,
        tenant: tenant.key,
        sent_by: scope.actor.name,
        message: "This is a test. Answer with any 2xx status.",
      } satisfies z.input<typeof pingDataWire>,
      to: gatewayAt(gatewayId, callableUrl(gateway)),
    });
    const details = { delivery_id: event.deliveryId, event_id: event.eventId };
    await recordActivity(tx, scope, "gateway.pinged", { kind: "gateway", id: gatewayId }, details);
    return event;
  });
}

export function mayReplay(scope: UserScope): boolean {
  return REPLAYERS.has(scope.actor.role);
}

function assertReplayer(scope: UserScope): void {
  if (mayReplay(scope)) return;
  throw new DomainError(
    "FORBIDDEN",
    `Your role (${scope.actor.role}) may not send callbacks: approver or admin is needed. Nothing was sent.`,
  );
}

async function getOwn(tx: Tx, scope: UserScope, id: string): Promise<Delivery> {
  const where = { tenantId: { in: [...scope.tenants] }, id, channel: "callback" };
  const delivery = isId(id) ? await tx.delivery.findFirst({ where }) : null;
  if (delivery) return delivery;
  throw new DomainError("NOT_FOUND", "There is no such callback. Nothing was sent; go back to the list.");
}

async function assertOfUse(tx: Tx, { tenantId, id }: Delivery, lapsed: Lapsed): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`
    select 1 from deliveries d where d.tenant_id = ${tenantId}::uuid and d.id = ${id}::uuid and ${lapsed}`;
  if (found.length === 0) return;
  throw new DomainError(
    "CONFLICT",
    "The approval was not used in time and no longer counts. Nothing was sent; the agent has to ask again.",
  );
}

async function pingTenant(
  tx: Tx,
  scope: UserScope | SystemScope,
  gatewayId: string,
  tenantId: string | undefined,
): Promise<{ id: string; key: string }> {
  const links =
    isId(gatewayId) && (tenantId === undefined || isId(tenantId))
      ? await tx.gatewayTenant.findMany({ where: { gatewayId, tenantId }, select: { tenantId: true } })
      : [];
  const ids = links
    .map((link) => link.tenantId)
    .filter((id) => scope.unlimited || scope.tenants.includes(id));
  const tenant = await tx.tenant.findFirst({ where: { id: { in: ids } }, orderBy: { key: "asc" } });
  if (tenant) return tenant;
  throw new DomainError(
    "NOT_FOUND",
    "There is no such gateway among your tenants. Nothing was sent; check the gateway and the tenants it serves.",
  );
}
