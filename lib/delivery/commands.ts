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
import { callableUrl } from "./channels/callback/send";
import { channelOf } from "./channels/registry";
import { type EnqueuedNotice, enqueueNotice, gatewayAt } from "./enqueue";
import { undeliveredOf } from "./failures";
import { type Lapsed, NEWEST_EVENT } from "./news";
import { subjectOf } from "./record";
import type { ReplayResult } from "./types";
import type { pingDataWire } from "./wire";

const REPLAYERS: ReadonlySet<string> = new Set(["admin", "approver"]);

/**
 * A person has a finished callback sent again: same id and body, the secret that is current now, a schedule from its start; of
 * an approval that was revoked since, what is true now. It goes to the same URL, or to the gateway's registered one when that
 * has moved to another origin since.
 * @throws DomainError NOT_FOUND outside the scope, FORBIDDEN, CONFLICT while it is still being tried, when nobody can be called,
 * or when its approval lapsed
 */
export async function replayDelivery(
  scope: UserScope,
  deliveryId: string,
  lapsed: Lapsed,
): Promise<{ id: string; url: string }> {
  assertReplayer(scope);
  return change(scope, async (tx) => {
    const delivery = await getOwn(tx, scope, deliveryId);
    const url = await channelOf(delivery).replayUrl(tx, delivery);
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

/** Callbacks that one act sends again; more are another press away. */
const REPLAYS_AT_ONCE = 200;

/**
 * Sends again what a gateway could not be told, each by itself: what is refused is told beside the others.
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
      // Also what nobody expected: the ones before it are sent again already, and the page has to say so.
      results.push({ id, ok: false, message: toDomainError(error).message });
    }
  }
  return { results, more: ids.length > REPLAYS_AT_ONCE };
}

/**
 * Owes a gateway a `test.ping`, so that its callback can be tried without a decision. It belongs to `tenantId`, or else to the
 * first of the gateway's tenants (by key) in the scope: every row has a tenant, and the feed shows it to keys of that one.
 * @throws DomainError NOT_FOUND, FORBIDDEN, CONFLICT when the gateway has no callback, or one that is switched off
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

/** Whether this person may have callbacks sent. */
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
  const where = { tenantId: { in: [...scope.tenants] }, id };
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
