import { recordActivity, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { CREDENTIAL_SHOWN_CHARACTERS } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { newToken } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import type { ApiKey, Gateway } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { announceGateway, assertReal, lockGateway } from "./commands";

const KEY_PREFIX = "csk_";

export type IssuedKey = { id: string; key: string; prefix: string };

/**
 * Creates a key of a gateway for some of its tenants. Only its hash is stored.
 * @throws DomainError VALIDATION_ERROR if the gateway does not serve one of the tenants, FORBIDDEN,
 * NOT_FOUND
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
    const id = await insertKey(tx, scope, gateway, key, tenantKeys);
    return { id, key, prefix: key.slice(0, CREDENTIAL_SHOWN_CHARACTERS) };
  });
}

/**
 * Registers a given key for the tenants, for setup at every start. A revoked key stays revoked.
 * @throws DomainError CONFLICT if the key belongs to another gateway
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
      const about = { kind: "gateway", id: gatewayId };
      const details = { key_id: known.id, tenants: tenantKeys };
      await recordActivity(tx, scope, "gateway.key_extended", about, details);
      return "extended";
    }
    await insertKey(tx, scope, gateway, key, tenantKeys);
    return "created";
  });
}

/**
 * Replaces a key by a new one for the same tenants. The old one ends after `overlapHours`; 0 ends
 * it at once.
 * @throws DomainError CONFLICT if it has ended or is being replaced, FORBIDDEN, NOT_FOUND
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
    const { id } = await writeKey(tx, gateway.id, key, tenantIds);
    const [ended] = await tx.$queryRaw<{ endsAt: Date }[]>`
      update api_keys set replaced_by = ${id}::uuid,
        ends_at = clock_timestamp() + make_interval(secs => ${overlapHours * 3_600}::float8)
      where id = ${keyId}::uuid and revoked_at is null and replaced_by is null
        and (ends_at is null or ends_at > clock_timestamp())
      returning ends_at as "endsAt"`;
    if (!ended) {
      throw new DomainError(
        "CONFLICT",
        "This key has expired, or another one is taking its place already. No key was made; go on with the newer one.",
      );
    }
    const subject = { kind: "gateway", id: gateway.id };
    const facts = { key_id: id, replaces: keyId, prefix: old.prefix };
    const after = { ...ended, replacedBy: id };
    await announceGateway(tx, gateway.id, tenantIds);
    await recordChange(tx, scope, "gateway.key_rotated", old, after, { subject, facts });
    return {
      id,
      key,
      prefix: key.slice(0, CREDENTIAL_SHOWN_CHARACTERS),
      gatewayId: gateway.id,
      endsAt: ended.endsAt,
    };
  });
}

/**
 * Revokes a key; every web process refuses it within a second. Repeating it changes nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function revokeKey(scope: Scope, keyId: string): Promise<{ id: string; gatewayId: string }> {
  assertMayAdministerAll(scope, "revoke gateway keys");
  return change(scope, async (tx) => {
    const key = await findKey(tx, keyId);
    const [revoked] = await tx.$queryRaw<{ revokedAt: Date }[]>`
      update api_keys set revoked_at = clock_timestamp() where id = ${keyId}::uuid and revoked_at is null
      returning revoked_at as "revokedAt"`;
    if (revoked) {
      const subject = { kind: "gateway", id: key.gatewayId };
      const facts = { key_id: keyId, prefix: key.prefix };
      await announceGateway(
        tx,
        key.gatewayId,
        key.tenants.map(({ tenantId }) => tenantId),
      );
      await recordChange(tx, scope, "gateway.key_revoked", key, revoked, { subject, facts });
    }
    return { id: keyId, gatewayId: key.gatewayId };
  });
}

async function findKey(tx: Tx, keyId: string) {
  const key = isId(keyId)
    ? await tx.apiKey.findUnique({ where: { id: keyId }, include: { tenants: true } })
    : null;
  if (key) return key;
  throw new DomainError("NOT_FOUND", `There is no key "${keyId}". Nothing was changed; check its id.`);
}

async function insertKey(
  tx: Tx,
  scope: Scope,
  gateway: Gateway,
  key: string,
  tenantKeys: readonly string[],
): Promise<string> {
  assertReal(gateway);
  const made = await writeKey(tx, gateway.id, key, await servedTenants(tx, gateway, tenantKeys));
  const about = {
    subject: { kind: "gateway", id: gateway.id },
    facts: { key_id: made.id, tenants: tenantKeys },
  };
  await recordChange(tx, scope, "gateway.key_created", null, made, about);
  return made.id;
}

function writeKey(tx: Tx, gatewayId: string, key: string, tenants: readonly string[]): Promise<ApiKey> {
  return tx.apiKey.create({
    data: {
      id: newId(),
      gatewayId,
      hash: sha256(key),
      prefix: key.slice(0, CREDENTIAL_SHOWN_CHARACTERS),
      tenants: { create: tenants.map((tenantId) => ({ tenantId })) },
    },
  });
}

async function servedTenants(tx: Tx, gateway: Gateway, tenantKeys: readonly string[]): Promise<string[]> {
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
