import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { newToken, sha256 } from "@/lib/core/secrets";
import { announce } from "@/lib/live/announce";
import { ensureTenants } from "@/lib/tenants/commands";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { getGateway, noSuchGateway } from "./queries";
import { redactTarget } from "./requests/rules";
import type { CreateGateway, Gateway } from "./schema";

const KEY_PREFIX = "csk_";
const SHOWN_CHARACTERS = 10; // enough to tell keys apart, too few to help guessing

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

/** A key as it is shown, once. */
export type IssuedKey = { id: string; key: string; prefix: string };

/**
 * A new key of a gateway for some of its tenants. Only its hash is kept.
 * @throws DomainError VALIDATION_ERROR when the gateway does not serve one of the tenants, FORBIDDEN, NOT_FOUND
 */
export async function createKey(
  scope: Scope,
  gatewayId: string,
  tenantKeys: readonly string[],
): Promise<IssuedKey> {
  assertMayAdministerAll(scope, "create gateway keys");
  return change(scope, async (tx) => {
    const gateway = await lockGateway(tx, gatewayId);
    const key = newToken(KEY_PREFIX);
    const id = await insertKey(tx, gateway, key, tenantKeys);
    const about = { kind: "gateway", id: gatewayId };
    await recordActivity(tx, scope, "gateway.key_created", about, { key_id: id, tenants: tenantKeys });
    return { id, key, prefix: key.slice(0, SHOWN_CHARACTERS) };
  });
}

/**
 * Makes a key of the caller's own valid for the tenants, for set-up at every start. A revoked one stays revoked.
 * @throws DomainError CONFLICT when the key belongs to another gateway
 */
export async function ensureKey(
  scope: Scope,
  gatewayId: string,
  key: string,
  tenantKeys: readonly string[],
): Promise<"unchanged" | "created" | "extended"> {
  assertMayAdministerAll(scope, "create gateway keys");
  return change(scope, async (tx) => {
    const gateway = await lockGateway(tx, gatewayId);
    const about = { kind: "gateway", id: gatewayId };
    const known = await tx.apiKey.findUnique({ where: { hash: sha256(key) } });
    if (known && known.gatewayId !== gatewayId) {
      throw new DomainError(
        "CONFLICT",
        "The key already belongs to another gateway. It was not added; make another key.",
      );
    }
    if (known) {
      const tenants = await servedTenants(tx, gateway, tenantKeys);
      const data = tenants.map((tenantId) => ({ apiKeyId: known.id, tenantId }));
      const { count } = await tx.apiKeyTenant.createMany({ data, skipDuplicates: true });
      if (count === 0) return "unchanged";
      await recordActivity(tx, scope, "gateway.key_extended", about, {
        key_id: known.id,
        tenants: tenantKeys,
      });
      return "extended";
    }
    const id = await insertKey(tx, gateway, key, tenantKeys);
    await recordActivity(tx, scope, "gateway.key_created", about, { key_id: id, tenants: tenantKeys });
    return "created";
  });
}

/**
 * A new key in the place of another, for the same tenants. The other one ends after `overlapHours`, by the database's clock;
 * 0 ends it at once.
 * @throws DomainError CONFLICT when it has ended already or is being replaced, FORBIDDEN, NOT_FOUND
 */
export async function rotateKey(
  scope: Scope,
  keyId: string,
  overlapHours: number,
): Promise<IssuedKey & { gatewayId: string; endsAt: Date }> {
  assertMayAdministerAll(scope, "rotate gateway keys");
  return change(scope, async (tx) => {
    const old = await findKey(tx, keyId);
    const gateway = await lockGateway(tx, old.gatewayId);
    assertReal(gateway);
    const key = newToken(KEY_PREFIX);
    const tenantIds = old.tenants.map(({ tenantId }) => tenantId);
    const id = await writeKey(tx, gateway.id, key, tenantIds);
    const [ended] = await tx.$queryRaw<{ endsAt: Date }[]>`
      update api_keys set replaced_by = ${id}::uuid,
        ends_at = clock_timestamp() + make_interval(secs => ${overlapHours * 3_600}::float8)
      where id = ${keyId}::uuid and revoked_at is null and replaced_by is null
        and (ends_at is null or ends_at > clock_timestamp())
      returning ends_at as "endsAt"`;
    if (!ended) {
      throw new DomainError(
        "CONFLICT",
        "This key has ended, or another one is taking its place already. No key was made; go on with the newer one.",
      );
    }
    const about = { kind: "gateway", id: gateway.id };
    const details = { key_id: id, replaces: keyId, prefix: old.prefix, ends_at: ended.endsAt.toISOString() };
    await recordActivity(tx, scope, "gateway.key_rotated", about, details);
    await announceGateway(tx, gateway.id, tenantIds);
    return { id, key, prefix: key.slice(0, SHOWN_CHARACTERS), gatewayId: gateway.id, endsAt: ended.endsAt };
  });
}

/**
 * Ends a key; every web process refuses it within a second. Revoking it again changes nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function revokeKey(scope: Scope, keyId: string): Promise<{ id: string; gatewayId: string }> {
  assertMayAdministerAll(scope, "revoke gateway keys");
  return change(scope, async (tx) => {
    const key = await findKey(tx, keyId);
    const revoked = await tx.$executeRaw`
      update api_keys set revoked_at = clock_timestamp() where id = ${keyId}::uuid and revoked_at is null`;
    if (revoked > 0) {
      const about = { kind: "gateway", id: key.gatewayId };
      await recordActivity(tx, scope, "gateway.key_revoked", about, { key_id: keyId, prefix: key.prefix });
      await announceGateway(
        tx,
        key.gatewayId,
        key.tenants.map(({ tenantId }) => tenantId),
      );
    }
    return { id: keyId, gatewayId: key.gatewayId };
  });
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

type LockedGateway = { id: string; name: string; callbackUrl: string | null; sample: boolean };

/** Nothing comes in or goes out through a gateway of the sample workspace: it would go when the sample is removed. */
function assertReal(gateway: LockedGateway): void {
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

async function findKey(tx: Tx, keyId: string) {
  const key = isId(keyId)
    ? await tx.apiKey.findUnique({ where: { id: keyId }, include: { tenants: true } })
    : null;
  if (key) return key;
  throw new DomainError("NOT_FOUND", `There is no key "${keyId}". Nothing was changed; check its id.`);
}

/** Every reader of one of its tenants learns of it. */
async function announceGateway(tx: Tx, gatewayId: string, tenantIds?: readonly string[]): Promise<void> {
  const links =
    tenantIds ?? (await tx.gatewayTenant.findMany({ where: { gatewayId } })).map((one) => one.tenantId);
  for (const tenantId of links) await announce(tx, "gateway", tenantId, gatewayId);
}

/** Changes of one gateway wait for each other. */
async function lockGateway(tx: Tx, gatewayId: string): Promise<LockedGateway> {
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

async function insertKey(
  tx: Tx,
  gateway: LockedGateway,
  key: string,
  tenantKeys: readonly string[],
): Promise<string> {
  assertReal(gateway);
  return writeKey(tx, gateway.id, key, await servedTenants(tx, gateway, tenantKeys));
}

async function writeKey(tx: Tx, gatewayId: string, key: string, tenants: readonly string[]): Promise<string> {
  const id = newId();
  await tx.apiKey.create({
    data: {
      id,
      gatewayId,
      hash: sha256(key),
      prefix: key.slice(0, SHOWN_CHARACTERS),
      tenants: { create: tenants.map((tenantId) => ({ tenantId })) },
    },
  });
  return id;
}

/** The ids of the tenants, all of which the gateway serves. */
async function servedTenants(
  tx: Tx,
  gateway: LockedGateway,
  tenantKeys: readonly string[],
): Promise<string[]> {
  const links = await tx.gatewayTenant.findMany({ where: { gatewayId: gateway.id } });
  const served = await tx.tenant.findMany({ where: { id: { in: links.map((link) => link.tenantId) } } });
  const ids = new Map(served.map((tenant) => [tenant.key, tenant.id]));
  const hint = [...ids.keys()].sort().join(", ");
  if (tenantKeys.length === 0) {
    throw invalid(
      "/tenants",
      "required",
      "A key needs at least one tenant. No key was made; name one.",
      hint,
    );
  }
  return [...new Set(tenantKeys)].map((tenantKey) => {
    const id = ids.get(tenantKey);
    if (id !== undefined) return id;
    throw invalid(
      "/tenants",
      "not_served",
      `The gateway "${gateway.name}" does not serve the tenant "${tenantKey}". No key was made; add the tenant to the gateway first.`,
      hint,
    );
  });
}
