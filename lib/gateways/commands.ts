import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { newToken, sha256 } from "@/lib/core/secrets";
import { ensureTenants } from "@/lib/tenants/commands";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { getGateway, noSuchGateway } from "./queries";
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
    await linkTenants(tx, id, tenants.values());
    await alsoMake?.(tx, id);
    const details = { name: input.name, tenants: input.tenants, callback_url: input.callbackUrl ?? null };
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
    await lockGateway(tx, gatewayId);
    const tenants = await ensureTenants(tx, scope, tenantKeys);
    const added = await linkTenants(tx, gatewayId, tenants.values());
    if (added === 0) return;
    const about = { kind: "gateway", id: gatewayId };
    await recordActivity(tx, scope, "gateway.tenants_added", about, { tenants: tenantKeys });
  });
  return getGateway(scope, gatewayId);
}

/**
 * Changes where decisions are told; null = the gateway asks. An endpoint that was switched off is on again.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function setCallbackUrl(
  scope: Scope,
  gatewayId: string,
  callbackUrl: string | null,
): Promise<Gateway> {
  assertMayAdministerAll(scope, "change gateways");
  await change(scope, async (tx) => {
    const before = await lockGateway(tx, gatewayId);
    await tx.gateway.update({
      where: { id: gatewayId },
      data: { callbackUrl, callbackOffAt: null, callbackOffReason: null },
    });
    const about = { kind: "gateway", id: gatewayId };
    const details = { from: before.callbackUrl, to: callbackUrl };
    await recordActivity(tx, scope, "gateway.callback_url_changed", about, details);
  });
  return getGateway(scope, gatewayId);
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
 * Ends a key; every web process refuses it within a second. Revoking it again changes nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function revokeKey(scope: Scope, keyId: string): Promise<{ id: string; gatewayId: string }> {
  assertMayAdministerAll(scope, "revoke gateway keys");
  return change(scope, async (tx) => {
    const key = isId(keyId) ? await tx.apiKey.findUnique({ where: { id: keyId } }) : null;
    if (!key) {
      throw new DomainError("NOT_FOUND", `There is no key "${keyId}". None was revoked; check its id.`);
    }
    const revoked = await tx.$executeRaw`
      update api_keys set revoked_at = clock_timestamp() where id = ${keyId}::uuid and revoked_at is null`;
    if (revoked > 0) {
      const about = { kind: "gateway", id: key.gatewayId };
      await recordActivity(tx, scope, "gateway.key_revoked", about, { key_id: keyId, prefix: key.prefix });
    }
    return { id: keyId, gatewayId: key.gatewayId };
  });
}

type LockedGateway = { id: string; name: string; callbackUrl: string | null };

/** Changes of one gateway wait for each other. */
async function lockGateway(tx: Tx, gatewayId: string): Promise<LockedGateway> {
  const [gateway] = isId(gatewayId)
    ? await tx.$queryRaw<LockedGateway[]>`
        select id, name, callback_url as "callbackUrl" from gateways where id = ${gatewayId}::uuid for no key update`
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
  const id = newId();
  const tenants = await servedTenants(tx, gateway, tenantKeys);
  await tx.apiKey.create({
    data: {
      id,
      gatewayId: gateway.id,
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
