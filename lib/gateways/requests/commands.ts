import { bookkeep, ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { SystemScope } from "@/lib/core/scope";
import { redactTarget } from "@/lib/core/text/redaction";
import { keptResponse, keptText } from "./rules";
import type { SeenRequest } from "./types";

// Longer URLs are cut.
const TARGET_MAX = 2_000;
const IDEMPOTENCY_KEY_MAX = 200;

/** Stores redacted gateway requests in one statement. */
export async function keepRequests(scope: SystemScope, seen: readonly SeenRequest[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = JSON.stringify(seen.map(toRow));
  await ingest(
    scope,
    (tx) => tx.$executeRaw`
      insert into gateway_requests (id, at, tenant_id, gateway_id, key_id, method, path, status, duration_ms, request_id,
                                    idempotency_key, bytes, body, response, made_kind, made_id)
      select id, at, tenant_id, gateway_id, key_id, method, path, status, duration_ms, request_id,
             idempotency_key, bytes, body, response, made_kind, made_id
      from json_to_recordset(${rows}::json) as r(
        id uuid, at timestamptz, tenant_id uuid, gateway_id uuid, key_id uuid, method text, path text, status int,
        duration_ms int, request_id uuid, idempotency_key text, bytes int, body text, response text, made_kind text, made_id text)`,
  );
}

/**
 * Creates partitions for coming days and drops those older than `days`. Fast, because a day is
 * dropped whole.
 */
export async function turnRequestDays(scope: SystemScope, days: number, ahead: number): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ n: number }[]>`
      select turn_request_partitions(${days}::int, ${ahead}::int) as n`;
    return row?.n ?? 0;
  });
}

function toRow(seen: SeenRequest) {
  return {
    id: newId(),
    at: seen.at,
    tenant_id: seen.tenantId,
    gateway_id: seen.gatewayId,
    key_id: seen.keyId,
    method: seen.method,
    path: storable(redactTarget(seen.target).slice(0, TARGET_MAX)),
    status: seen.status,
    duration_ms: seen.durationMs,
    request_id: seen.requestId,
    idempotency_key:
      seen.idempotencyKey === null ? null : storable(seen.idempotencyKey.slice(0, IDEMPOTENCY_KEY_MAX)),
    bytes: seen.bytes,
    body: seen.body === null ? null : storable(keptText(seen.body)),
    response: seen.response === null ? null : storable(keptResponse(seen.response)),
    made_kind: seen.made?.kind ?? null,
    made_id: seen.made?.id ?? null,
  };
}

/** Postgres stores neither NUL nor lone surrogates. */
function storable(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}
