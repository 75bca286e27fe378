import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import type { LeasedDelivery } from "./channels/types";
import type { SendResult } from "./post";
import type { Verdict } from "./schedule";

export type Attempt = { delivery: LeasedDelivery; startedAt: Date; result: SendResult; verdict: Verdict };

/**
 * Writes attempts of different deliveries. The condition on lease_id decides whether this worker
 * may still write.
 * @returns the written ones
 */
export async function writeAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const written = await tx.$queryRaw<{ id: string }[]>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(attempts.map(row))}::json) as a(
        id uuid, lease_id uuid, state delivery_step, last_error text, delay_ms float8, started_at timestamptz, duration_ms int,
        status int, error text, request_headers jsonb, response_headers jsonb, response_body text)),
    settled as (
      update deliveries d
      set state = g.state, lease_id = null, lease_until = null, last_status = g.status, last_error = g.last_error,
          next_attempt_at = clock_timestamp() + make_interval(secs => g.delay_ms / 1000),
          finished_at = case when g.state <> 'waiting' then clock_timestamp() end
      from given g where d.id = g.id and d.state = 'sending' and d.lease_id = g.lease_id
      returning d.id, d.tenant_id),
    logged as (
      insert into delivery_attempts (delivery_id, attempt, tenant_id, started_at, duration_ms, status, error, request_headers,
                                     response_headers, response_body)
      select d.id, (select coalesce(max(attempt), 0) + 1 from delivery_attempts a
                    where a.tenant_id = d.tenant_id and a.delivery_id = d.id), d.tenant_id,
             g.started_at, g.duration_ms, g.status, g.error, g.request_headers, g.response_headers, g.response_body
      from settled d join given g on g.id = d.id)
    select d.id, ${ANNOUNCED} as told from settled d`;
  const ids = new Set(written.map(({ id }) => id));
  return attempts.filter(({ delivery }) => ids.has(delivery.id));
}

const ANNOUNCED = announcing("delivery", Prisma.sql`d.tenant_id`, Prisma.sql`d.id`);

function row({ delivery, startedAt, result, verdict }: Attempt) {
  const { status, durationMs } = result;
  // Services of people may answer with the message, of which no text is stored.
  const responseBody = delivery.channel === "callback" ? result.responseBody : null;
  return {
    id: delivery.id,
    lease_id: delivery.leaseId,
    state: verdict.outcome === "retry" ? "waiting" : verdict.outcome,
    last_error: verdict.outcome === "delivered" ? null : storable(verdict.error),
    delay_ms: verdict.outcome === "retry" ? verdict.delayMs : 0,
    started_at: startedAt,
    duration_ms: durationMs,
    status,
    error: result.error === null ? null : storable(result.error),
    request_headers: storableHeaders(result.requestHeaders),
    response_headers: result.responseHeaders && storableHeaders(result.responseHeaders),
    response_body: responseBody === null ? null : storable(responseBody),
  };
}

function storableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [storable(name), storable(value)]),
  );
}

/**
 * Postgres stores no NUL, neither as a character nor as a JSON escape; gateways may send anything.
 */
function storable(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}
