import { databaseNow } from "@/lib/core/clock";
import { ingest } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { reserveRequest } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { noteCorrection } from "@/lib/feedback/triage/worker";
import type { SubmitCorrection } from "./schema";
import { FUTURE_MAX_MS } from "./types";

/** One correction as its route identified it. `key` is null when the caller gave neither id nor Idempotency-Key. */
type CorrectionRequest = { tenantId: string; key: string | null; bodySha256: string };

/**
 * Takes in a user's words that an output was wrong.
 * @returns the row's id, and whether an equal request had made it before
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored then
 */
export async function submitCorrection(
  scope: GatewayScope,
  input: SubmitCorrection,
  { tenantId, key, bodySha256 }: CorrectionRequest,
): Promise<{ id: string; replayed: boolean }> {
  if (!scope.tenants.includes(tenantId))
    throw new DomainError("FORBIDDEN", "This key may not act for this tenant. Nothing was stored.");
  return ingest(scope, async (tx) => {
    const id = newId();
    const reserved = { tenantId, gatewayId: scope.actor.id, kind: "correction", bodySha256 };
    const replay = key === null ? null : await reserveRequest(tx, { ...reserved, key }, id);
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
