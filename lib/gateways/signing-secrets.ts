import { randomBytes } from "node:crypto";
import { recordActivity } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { decryptSecret, encryptSecret, sameSecret } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { getGateway } from "./queries";
import type { SecretDates } from "./types";
import { OVERLAP_HOURS_MAX } from "./types";

/** Default hours in which both secrets sign, so that the receiver can change without a gap. */
const ROTATION_OVERLAP_HOURS = 24;

/**
 * Creates a gateway's first signing secret, encrypted, in the caller's transaction.
 * @param secret a caller's `whsec_…`; default: a new one
 * @returns the secret, to show once
 * @throws DomainError VALIDATION_ERROR if malformed, CONFLICT if the gateway has one already,
 * NOT_FOUND
 */
export async function createSigningSecret(tx: Tx, gatewayId: string, secret?: string): Promise<string> {
  const plain = secret ?? newSigningSecret();
  signingKey(plain);
  await lockGateway(tx, gatewayId);
  const current = await tx.signingSecret.count({ where: { gatewayId, expiresAt: null } });
  if (current > 0) {
    throw new DomainError(
      "CONFLICT",
      "The gateway already has a signing secret. It was not replaced; rotate it, so that both sign for a while.",
    );
  }
  await insertSecret(tx, gatewayId, plain);
  return plain;
}

/**
 * Creates a new current secret; the previous one also signs for `overlapHours`. Ends earlier ones,
 * so that at most two sign.
 * @param overlapHours 0 to 720; 0 ends the previous secret at once, after a leak
 * @returns the new secret, to show once
 * @throws DomainError VALIDATION_ERROR, NOT_FOUND
 */
export async function rotateSigningSecret(
  tx: Tx,
  gatewayId: string,
  options: { overlapHours?: number; secret?: string } = {},
): Promise<string> {
  const { overlapHours = ROTATION_OVERLAP_HOURS, secret = newSigningSecret() } = options;
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    throw new DomainError(
      "VALIDATION_ERROR",
      `The overlap must be 0 to ${OVERLAP_HOURS_MAX} hours. Nothing was rotated; send another number.`,
    );
  }
  signingKey(secret);
  await lockGateway(tx, gatewayId);
  await tx.$executeRaw`
    update signing_secrets
    set expires_at = case when expires_at is null
                          then clock_timestamp() + make_interval(secs => ${overlapHours * 3_600}::float8)
                          else least(expires_at, clock_timestamp()) end
    where gateway_id = ${gatewayId}::uuid`;
  await insertSecret(tx, gatewayId, secret);
  return secret;
}

/**
 * Makes `secret` current: no change if it is already, else a first secret or a rotation. For setup
 * at every start.
 */
export async function ensureSigningSecret(
  tx: Tx,
  gatewayId: string,
  secret: string,
): Promise<"unchanged" | "created" | "rotated"> {
  signingKey(secret);
  await lockGateway(tx, gatewayId);
  const current = await tx.signingSecret.findFirst({ where: { gatewayId, expiresAt: null } });
  if (current && sameSecret(decryptSecret(current.ciphertext), secret)) return "unchanged";
  await rotateSigningSecret(tx, gatewayId, { secret });
  return current ? "rotated" : "created";
}

/**
 * Rotates a gateway's secret as an administrator or from the command line; see
 * `rotateSigningSecret`.
 * @throws DomainError FORBIDDEN for other people
 */
export async function rotateGatewaySecret(
  scope: UserScope | SystemScope,
  gatewayId: string,
  options: { overlapHours?: number; secret?: string } = {},
): Promise<{ secret: string }> {
  assertMayAdministerAll(scope, "rotate signing secrets");
  return change(scope, async (tx) => {
    const secret = await rotateSigningSecret(tx, gatewayId, options);
    const overlap = options.overlapHours ?? ROTATION_OVERLAP_HOURS;
    const about = { kind: "gateway", id: gatewayId };
    await recordActivity(tx, scope, "gateway.secret_rotated", about, { overlap_hours: overlap });
    return { secret };
  });
}

/**
 * Dates of the active secrets, current one first.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function listSecretDates(scope: UserScope, gatewayId: string): Promise<SecretDates[]> {
  await getGateway(scope, gatewayId);
  return read(
    scope,
    (tx) => tx.$queryRaw<SecretDates[]>`
      select id, created_at as "createdAt", expires_at as "endsAt" from signing_secrets
      where gateway_id = ${gatewayId}::uuid and (expires_at is null or expires_at > clock_timestamp())
      order by expires_at desc nulls first, id desc`,
  );
}

/** Sealed active secrets, newest first; empty if the gateway has none. */
async function loadSealedSecrets(tx: Tx, gatewayId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ ciphertext: string }[]>`
    select ciphertext from signing_secrets
    where gateway_id = ${gatewayId}::uuid and (expires_at is null or expires_at > clock_timestamp())
    order by expires_at desc nulls first, id desc`;
  return rows.map((row) => row.ciphertext);
}

/** Active `whsec_…` secrets, newest first. Throws if AUTH_SECRET changed since they were sealed. */
export async function loadSigningSecrets(tx: Tx, gatewayId: string): Promise<string[]> {
  return (await loadSealedSecrets(tx, gatewayId)).map(decryptSecret);
}

async function insertSecret(tx: Tx, gatewayId: string, plain: string): Promise<void> {
  await tx.signingSecret.create({ data: { id: newId(), gatewayId, ciphertext: encryptSecret(plain) } });
}

/** Serializes rotations by the gateway's row; otherwise two would be current. */
async function lockGateway(tx: Tx, gatewayId: string): Promise<void> {
  const found = isId(gatewayId)
    ? await tx.$queryRaw<unknown[]>`select 1 from gateways where id = ${gatewayId}::uuid for no key update`
    : [];
  if (found.length === 0) {
    throw new DomainError("NOT_FOUND", "There is no such gateway. No secret was stored; check its id.");
  }
}

// Standard Webhooks (spec 1.0.0, "Signature scheme"): `whsec_` and base64 of 24 to 64 random bytes.
const PREFIX = "whsec_";

const KEY_BYTES_MIN = 24;

const KEY_BYTES_MAX = 64;

const KEY_BYTES_NEW = 32;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new `whsec_…` secret of 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES_NEW).toString("base64");
}

/**
 * The key inside a `whsec_…` secret.
 * @throws DomainError VALIDATION_ERROR with the expected form, never the secret
 */
export function signingKey(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const key = Buffer.from(BASE64.test(text) ? text : "", "base64");
  if (key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX) return key;
  throw new DomainError(
    "VALIDATION_ERROR",
    `A signing secret is ${PREFIX} followed by the base64 of ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} random bytes. ` +
      "This one was not stored; leave it out to have one made, or send one of that form.",
  );
}
