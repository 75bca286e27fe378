import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { ensureTenants } from "@/lib/tenants/commands";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { getGateway, noSuchGateway } from "./queries";
import { redactTarget } from "@/lib/core/text/redaction";
import type { CreateGateway } from "./schema";
import type { Gateway } from "./types";

// enough to tell keys apart, too few to help guessing

/**
 * Registers a gateway; tenants that are missing are made. It has no key yet.
 * @param alsoMake what belongs into the same transaction, for example its signing secret
 * @throws DomainError CONFLICT when the name is taken, FORBIDDEN
 */
export async function createGateway(
  scope: Scope,
  input: CreateGateway,
  alsoMake?: (tx: Tx, gatewayId: string) => Promise<void>,
): Promise<Gateway> {
  assertMayAdministerAll(scope, "create gateways");
  const id = newId();
  await change(scope, async (tx) => {
    const made = await tx.$executeRaw`
      insert into gateways (id, name, callback_url) values (${id}::uuid, ${input.name}, ${input.callbackUrl ?? null})
      on conflict (name) do nothing`;
    if (made === 0) {
      throw new DomainError(
        "CONFLICT",
        `There already is a gateway "${input.name}". None was created; use that one or choose another name.`,
      );
    }
    const tenants = await ensureTenants(tx, scope, input.tenants);
    await assertRealTenants(tx, input.tenants);
    await linkTenants(tx, id, tenants.values());
    await alsoMake?.(tx, id);
    const details = {
      name: input.name,
      tenants: input.tenants,
      callback_url: shownUrl(input.callbackUrl ?? null),
    };
    await recordActivity(tx, scope, "gateway.created", { kind: "gateway", id }, details);
  });
  return getGateway(scope, id);
}

/**
 * Lets a gateway serve further tenants; those that are missing are made.
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
    const added = await linkTenants(tx, gatewayId, tenants.values());
    if (added === 0) return;
    const about = { kind: "gateway", id: gatewayId };
    await recordActivity(tx, scope, "gateway.tenants_added", about, { tenants: tenantKeys });
  });
  return getGateway(scope, gatewayId);
}

/**
 * Changes where decisions are told; null = the gateway asks. An endpoint that was switched off is on again.
 * @param alsoMove what has to follow in the same transaction, for example what is owed; its result joins the activity
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
    await tx.gateway.update({
      where: { id: gatewayId },
      data: { callbackUrl, callbackOffAt: null, callbackOffReason: null },
    });
    const about = { kind: "gateway", id: gatewayId };
    const moved = await alsoMove?.(tx, before.callbackUrl);
    const details = { from: shownUrl(before.callbackUrl), to: shownUrl(callbackUrl), ...moved };
    await recordActivity(tx, scope, "gateway.callback_url_changed", about, details);
    await announceGateway(tx, gatewayId);
  });
  return getGateway(scope, gatewayId);
}

/** As the trail keeps it, which more people read than may see a secret in it. */
function shownUrl(url: string | null): string | null {
  return url === null ? null : redactTarget(url);
}

/**
 * Switches the callback off for a reason of one's own, or on again. Off, nothing is called; what is owed ends undelivered and
 * can be replayed later.
 * @param reason null switches it on
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
    const changed =
      reason === null
        ? await tx.$executeRaw`
            update gateways set callback_off_at = null, callback_off_reason = null
            where id = ${gatewayId}::uuid and callback_off_at is not null`
        : await tx.$executeRaw`
            update gateways set callback_off_at = clock_timestamp(), callback_off_reason = ${reason}
            where id = ${gatewayId}::uuid and callback_off_at is null`;
    if (changed === 0) return;
    const about = { kind: "gateway", id: gatewayId };
    if (reason === null) await recordActivity(tx, scope, "gateway.callback_switched_on", about);
    else await recordActivity(tx, scope, "gateway.callback_switched_off", about, { reason });
    await announceGateway(tx, gatewayId);
  });
  return getGateway(scope, gatewayId);
}

export type LockedGateway = { id: string; name: string; callbackUrl: string | null; sample: boolean };

/** Nothing comes in or goes out through a gateway of the sample workspace: it would go when the sample is removed. */
export function assertReal(gateway: LockedGateway): void {
  if (!gateway.sample) return;
  throw new DomainError(
    "CONFLICT",
    `${gateway.name} belongs to the sample workspace: it takes no calls, and nothing is sent through it. Nothing was changed; register a gateway of your own.`,
  );
}

/** The same for its tenants. The database refuses it too. */
async function assertRealTenants(tx: Tx, tenantKeys: readonly string[]): Promise<void> {
  const samples = await tx.tenant.findMany({ where: { key: { in: [...tenantKeys] }, sample: true } });
  const [first] = samples;
  if (!first) return;
  throw new DomainError(
    "CONFLICT",
    `${first.key} belongs to the sample workspace, which goes with everything in it when it is removed. No gateway was connected to it; name a tenant of your own.`,
  );
}

/** Every reader of one of its tenants learns of it. */
export async function announceGateway(
  tx: Tx,
  gatewayId: string,
  tenantIds?: readonly string[],
): Promise<void> {
  const links =
    tenantIds ?? (await tx.gatewayTenant.findMany({ where: { gatewayId } })).map((one) => one.tenantId);
  for (const tenantId of links) await announce(tx, "gateway", tenantId, gatewayId);
}

/** Changes of one gateway wait for each other. */
export async function lockGateway(tx: Tx, gatewayId: string): Promise<LockedGateway> {
  const [gateway] = isId(gatewayId)
    ? await tx.$queryRaw<LockedGateway[]>`
        select id, name, callback_url as "callbackUrl", sample from gateways where id = ${gatewayId}::uuid for no key update`
    : [];
  if (!gateway) throw noSuchGateway(gatewayId);
  return gateway;
}

async function linkTenants(tx: Tx, gatewayId: string, tenantIds: Iterable<string>): Promise<number> {
  const data = [...tenantIds].map((tenantId) => ({ gatewayId, tenantId }));
  const { count } = await tx.gatewayTenant.createMany({ data, skipDuplicates: true });
  return count;
}
