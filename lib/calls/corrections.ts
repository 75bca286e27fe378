import { databaseNow } from "@/lib/core/clock";
import { ingest } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { type IdentifiedRequest, reservationOf, reserveRequest } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { noteCorrection } from "@/lib/feedback/triage/worker";
import type { SubmitCorrection } from "./schema";
import { FUTURE_MAX_MS } from "./types";

/**
 * Stores a user's correction of an output.
 * @returns the row's id, and whether an equal request had made it before
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is
 * stored then
 */
export async function submitCorrection(
  scope: GatewayScope,
  input: SubmitCorrection,
  request: IdentifiedRequest,
): Promise<{ id: string; replayed: boolean }> {
  const { tenantId } = request;
  if (!scope.tenants.includes(tenantId))
    throw new DomainError("FORBIDDEN", "This key may not act for this tenant. Nothing was stored.");
  return ingest(scope, async (tx) => {
    const id = newId();
    const reserved = reservationOf(scope.actor.id, "correction", request);
    const replay = reserved && (await reserveRequest(tx, reserved, id));
    if (replay?.rowId) return { id: replay.rowId, replayed: true };
    const occurredAt = input.occurredAt === undefined ? null : new Date(input.occurredAt);
    if (occurredAt && occurredAt.getTime() > (await databaseNow(tx)).getTime() + FUTURE_MAX_MS) {
      const message =
        "occurred_at is more than a day in the future; check the machine's clock. Nothing was stored.";
      throw invalid("/occurred_at", "too_late", message, "at most one day ahead");
    }
    const { tool, sessionId, callId, utterance, id: externalId } = input;
    const data = { id, tenantId, gatewayId: scope.actor.id, externalId, tool, sessionId, callId, utterance };
    await tx.correction.create({ data: { ...data, occurredAt } });
    await noteCorrection(tx, tenantId, tool);
    return { id, replayed: false };
  });
}
