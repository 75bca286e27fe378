import { isLockTimeout, type Tx } from "./db";
import { DomainError } from "./errors";

/**
 * A request with its idempotency key. `key` is null if the caller sent neither id nor
 * Idempotency-Key.
 */
export type IdentifiedRequest = { tenantId: string; key: string | null; bodySha256: string };

/**
 * One request of one gateway for one tenant. `kind` separates resources, `key` is the caller's id
 * or Idempotency-Key.
 */
export type RequestKey = {
  tenantId: string;
  gatewayId: string;
  kind: string;
  key: string;
  bodySha256: string;
};

/** The reservation of a request; null without a key. */
export function reservationOf(
  gatewayId: string,
  kind: string,
  { tenantId, key, bodySha256 }: IdentifiedRequest,
): RequestKey | null {
  return key === null ? null : { tenantId, gatewayId, kind, key, bodySha256 };
}

/** Result of an earlier equal request: its row, or the stored answer. */
type Replay = { rowId: string | null; response: string | null };

/**
 * Reserves a request for the row it creates, in the same transaction. Of concurrent equal requests
 * one gets null and continues; the others wait for its commit and get the replay.
 * @throws DomainError IDEMPOTENCY_CONFLICT if the key was used with another body, IN_FLIGHT if the
 * first takes long
 */
export async function reserveRequest(
  tx: Tx,
  request: RequestKey,
  rowId: string | null,
): Promise<Replay | null> {
  const { tenantId, gatewayId, kind, key, bodySha256 } = request;
  let inserted: number;
  try {
    inserted = await tx.$executeRaw`
      insert into idempotency (tenant_id, gateway_id, kind, key, body_sha256, row_id)
      values (${tenantId}::uuid, ${gatewayId}::uuid, ${kind}, ${key}, ${bodySha256}, ${rowId}::uuid)
      on conflict do nothing`;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw inFlight();
  }
  if (inserted === 1) return null;
  const earlier = await tx.idempotency.findUniqueOrThrow({
    where: { tenantId_gatewayId_kind_key: { tenantId, gatewayId, kind, key } },
  });
  if (earlier.bodySha256 !== bodySha256) {
    throw new DomainError(
      "IDEMPOTENCY_CONFLICT",
      `The id ${JSON.stringify(key)} was used before with another body. The first row is unchanged; send a new id for a new request.`,
    );
  }
  return { rowId: earlier.rowId, response: earlier.response };
}

/** The error while an equal request still runs. */
export function inFlight(): DomainError {
  const message = "An equal request is still being handled. Nothing was stored; send it again shortly.";
  return new DomainError("IN_FLIGHT", message, { retryable: true, retryAfter: 1 });
}

/**
 * Stores the answer of a reserved request in the same transaction, if its row cannot reproduce it.
 */
export async function storeAnswer(
  tx: Tx,
  request: RequestKey,
  rowId: string | null,
  response: string | null,
): Promise<void> {
  const { tenantId, gatewayId, kind, key } = request;
  await tx.idempotency.update({
    where: { tenantId_gatewayId_kind_key: { tenantId, gatewayId, kind, key } },
    data: { rowId, response },
  });
}
