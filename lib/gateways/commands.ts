import { type ActivityEntry, changeEntry, recordActivities, recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Gateway as GatewayRow } from "@/lib/generated/prisma/client";
import { announceAll } from "@/lib/live/announce";
import { ensureTenants } from "@/lib/tenants/commands";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { getGateway, noSuchGateway } from "./queries";
import type { CreateGateway } from "./schema";
import type { Gateway } from "./types";

/**
 * Registers a gateway without keys and creates missing tenants.
 * @param alsoMake work in the same transaction, for example its signing secret; returns audit
 * entries
 * @throws DomainError CONFLICT if the name is taken, FORBIDDEN
 */
export async function createGateway(
  scope: Scope,
  input: CreateGateway,
  alsoMake?: (tx: Tx, gatewayId: string) => Promise<ActivityEntry[]>,
): Promise<Gateway> {
  assertMayAdministerAll(scope, "create gateways");
  const id = newId();
  await change(scope, async (tx) => {
    const [made] = await tx.gateway.createManyAndReturn({
      data: [{ id, name: input.name, callbackUrl: input.callbackUrl ?? null }],
      skipDuplicates: true,
    });
    if (!made) {
      throw new DomainError(
        "CONFLICT",
        `There already is a gateway "${input.name}". None was created; use that one or choose another name.`,
      );
    }
    const tenants = await ensureTenants(tx, scope, input.tenants);
    await assertRealTenants(tx, input.tenants);
    await linkTenants(tx, id, tenants.ids.values());
    const also = (await alsoMake?.(tx, id)) ?? [];
    const deed = changeEntry("gateway.created", null, made, { facts: { tenants: input.tenants } });
    await recordActivities(tx, scope, [...tenants.deeds, ...also, deed]);
  });
  return getGateway(scope, id);
}

/**
 * Adds tenants to a gateway and creates missing ones.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function addGatewayTenants(
  scope: Scope,
  gatewayId: string,
  tenantKeys: readonly string[],
): Promise<Gateway> {
  assertMayAdministerAll(scope, "change gateways");
  await change(scope, async (tx) => {
    assertReal(await lockGateway(tx, gatewayId));
    const tenants = await ensureTenants(tx, scope, tenantKeys);
    await assertRealTenants(tx, tenantKeys);
    const added = await linkTenants(tx, gatewayId, tenants.ids.values());
    if (added === 0) return;
    const subject = { kind: "gateway", id: gatewayId };
    const deed = { action: "gateway.tenants_added", subject, details: { tenants: tenantKeys } };
    await recordActivities(tx, scope, [...tenants.deeds, deed]);
  });
  return getGateway(scope, gatewayId);
}

/**
 * Changes the callback URL; null: the gateway polls. Enables a disabled endpoint.
 * @param alsoMove work in the same transaction, for example queued deliveries; its result joins the
 * activity
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function setCallbackUrl(
  scope: Scope,
  gatewayId: string,
  callbackUrl: string | null,
  alsoMove?: (tx: Tx, from: string | null) => Promise<Record<string, unknown>>,
): Promise<Gateway> {
  assertMayAdministerAll(scope, "change gateways");
  await change(scope, async (tx) => {
    const before = await lockGateway(tx, gatewayId);
    assertReal(before);
    const after = await tx.gateway.update({
      where: { id: gatewayId },
      data: { callbackUrl, callbackOffAt: null, callbackOffReason: null },
    });
    const facts = await alsoMove?.(tx, before.callbackUrl);
    await announceGateway(tx, gatewayId);
    await recordChange(tx, scope, "gateway.callback_url_changed", before, after, { facts });
  });
  return getGateway(scope, gatewayId);
}

/**
 * Disables or enables the callback. While disabled, deliveries end undelivered and can be replayed
 * later.
 * @param reason null enables it
 * @throws DomainError CONFLICT without a callback URL, FORBIDDEN, NOT_FOUND
 */
export async function switchCallback(
  scope: Scope,
  gatewayId: string,
  reason: string | null,
): Promise<Gateway> {
  assertMayAdministerAll(scope, "change gateways");
  await change(scope, async (tx) => {
    const before = await lockGateway(tx, gatewayId);
    assertReal(before);
    if (before.callbackUrl === null) {
      throw new DomainError(
        "CONFLICT",
        `The gateway ${before.name} has no callback URL. Nothing was switched; register one first.`,
      );
    }
    if ((before.callbackOffAt === null) === (reason === null)) return;
    const callbackOffAt = reason === null ? null : await databaseNow(tx);
    const data = { callbackOffAt, callbackOffReason: reason };
    const after = await tx.gateway.update({ where: { id: gatewayId }, data });
    const facts = reason === null ? {} : { reason };
    const action = reason === null ? "gateway.callback_switched_on" : "gateway.callback_switched_off";
    await announceGateway(tx, gatewayId);
    await recordChange(tx, scope, action, before, after, { facts });
  });
  return getGateway(scope, gatewayId);
}

/** Refuses changes to a sample gateway, because removing the sample would delete them. */
export function assertReal(gateway: GatewayRow): void {
  if (!gateway.sample) return;
  throw new DomainError(
    "CONFLICT",
    `${gateway.name} belongs to the sample workspace: it takes no calls, and nothing is sent through it. Nothing was changed; register a gateway of your own.`,
  );
}

/** The same for its tenants; the database refuses it too. */
async function assertRealTenants(tx: Tx, tenantKeys: readonly string[]): Promise<void> {
  const samples = await tx.tenant.findMany({ where: { key: { in: [...tenantKeys] }, sample: true } });
  const [first] = samples;
  if (!first) return;
  throw new DomainError(
    "CONFLICT",
    `${first.key} belongs to the sample workspace, which goes with everything in it when it is removed. No gateway was connected to it; name a tenant of your own.`,
  );
}

/** Notifies readers of each of its tenants. */
export async function announceGateway(
  tx: Tx,
  gatewayId: string,
  tenantIds?: readonly string[],
): Promise<void> {
  const links =
    tenantIds ?? (await tx.gatewayTenant.findMany({ where: { gatewayId } })).map((one) => one.tenantId);
  await announceAll(
    tx,
    "gateway",
    links.map((tenantId) => ({ tenantId, id: gatewayId })),
  );
}

export async function lockGateway(tx: Tx, gatewayId: string): Promise<GatewayRow> {
  if (!isId(gatewayId)) throw noSuchGateway(gatewayId);
  await tx.$queryRaw`select 1 from gateways where id = ${gatewayId}::uuid for no key update`;
  const gateway = await tx.gateway.findUnique({ where: { id: gatewayId } });
  if (!gateway) throw noSuchGateway(gatewayId);
  return gateway;
}

async function linkTenants(tx: Tx, gatewayId: string, tenantIds: Iterable<string>): Promise<number> {
  const data = [...tenantIds].map((tenantId) => ({ gatewayId, tenantId }));
  const { count } = await tx.gatewayTenant.createMany({ data, skipDuplicates: true });
  return count;
}
