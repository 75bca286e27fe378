import { recordActivity, recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import type { SystemScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import type { LeasedDelivery } from "./lease";
import type { Verdict } from "./schedule";
import type { SendResult } from "./send";

/** What an attempt came to, for the domain whose event it was. */
export type DeliveryOutcome = {
  deliveryId: string;
  approvalId: string | null;
  tenantId: string;
  gatewayId: string;
  eventId: string;
  outcome: "delivered" | "dead" | "retry";
  /** The gateway's whole answer as exact text; null when none came, it exceeded 64 KiB, or it is not UTF-8. */
  answerBody: string | null;
};

/**
 * Called in the transaction that records the outcome, in a savepoint of its own: what it throws is logged and undone, and the
 * outcome stands. Touch only the database.
 */
export type OutcomeHook = (tx: Tx, settled: DeliveryOutcome) => Promise<void>;

/** One attempt and what follows from it. */
export type Attempt = { delivery: LeasedDelivery; startedAt: Date; result: SendResult; verdict: Verdict };

// A hook that met a lock or a lost connection deserves another try before its part is left out.
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 150;

/**
 * Writes an attempt and its outcome, if the lease is still ours; else another worker has taken over and nothing is written.
 * @returns whether it was written
 */
export async function recordAttempt(
  scope: SystemScope,
  attempt: Attempt,
  hooks: readonly OutcomeHook[],
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeAttempt(scope, attempt, hooks, tries === RECORD_TRIES);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      log().warn(
        { err: error, delivery_id: attempt.delivery.id },
        "could not record an attempt, trying again",
      );
      await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE_MS * 3 ** tries));
    }
  }
}

function writeAttempt(
  scope: SystemScope,
  attempt: Attempt,
  hooks: readonly OutcomeHook[],
  last: boolean,
): Promise<boolean> {
  const work = async (tx: Tx, made = attempt): Promise<boolean> => {
    if (!(await writeOutcome(tx, made))) return false;
    for (const hook of hooks) await settle(tx, hook, made, last);
    await announce(tx, "delivery", attempt.delivery.tenantId, attempt.delivery.id);
    return true;
  };
  const { delivery, verdict } = attempt;
  if (verdict.outcome !== "dead") return bookkeep(scope, work);
  return change(scope, async (tx) => {
    // What ended at an address the gateway has left meanwhile is owed at the new one, at once.
    if (await hasMoved(tx, delivery))
      return work(tx, { ...attempt, verdict: { outcome: "retry", delayMs: 0, error: verdict.error } });
    if (!(await work(tx))) return false;
    const subject = { ...subjectOf(delivery), tenantId: delivery.tenantId };
    const details = { delivery_id: delivery.id, gateway_id: delivery.gatewayId, error: verdict.error };
    await recordActivity(tx, scope, "delivery.dead", subject, details);
    if (verdict.switchOff && delivery.url === delivery.registeredUrl) await switchOff(tx, scope, delivery);
    return true;
  });
}

async function hasMoved(tx: Tx, { id, url }: LeasedDelivery): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ moved: boolean }[]>`
    select url <> ${url} as moved from deliveries where id = ${id}::uuid for update`;
  return row?.moved ?? false;
}

/** What a delivery's activity is about: the approval it tells of, where there is one, so that its timeline shows it. */
export function subjectOf(delivery: { id: string; approvalId: string | null }): { kind: string; id: string } {
  const { id, approvalId } = delivery;
  return approvalId === null ? { kind: "delivery", id } : { kind: "approval", id: approvalId };
}

/** The condition on lease_id, not a read before it, decides whether this worker may still write. */
async function writeOutcome(tx: Tx, { delivery, startedAt, result, verdict }: Attempt): Promise<boolean> {
  const retry = verdict.outcome === "retry";
  const state = retry ? "waiting" : verdict.outcome;
  const delayMs = retry ? verdict.delayMs : 0;
  const error = verdict.outcome === "delivered" ? null : storable(verdict.error);
  const sentError = result.error === null ? null : storable(result.error);
  const written = await tx.$executeRaw`
    with settled as (
      update deliveries
      set state = ${state}::delivery_step, lease_id = null, lease_until = null, last_status = ${result.status}::int,
          last_error = ${error},
          next_attempt_at = clock_timestamp() + make_interval(secs => ${delayMs / 1_000}::float8),
          finished_at = case when ${retry} then null else clock_timestamp() end
      where id = ${delivery.id}::uuid and state = 'sending' and lease_id = ${delivery.leaseId}::uuid
      returning id, tenant_id)
    insert into delivery_attempts (delivery_id, attempt, tenant_id, started_at, duration_ms, status, error, request_headers,
                                   response_headers, response_body)
    select id, (select coalesce(max(attempt), 0) + 1 from delivery_attempts where delivery_id = ${delivery.id}::uuid), tenant_id,
           ${startedAt}, ${result.durationMs}::int, ${result.status}::int, ${sentError},
           ${json(result.requestHeaders)}::jsonb, ${json(result.responseHeaders)}::jsonb,
           ${result.responseBody === null ? null : storable(result.responseBody)}
    from settled`;
  return written === 1;
}

async function settle(tx: Tx, hook: OutcomeHook, attempt: Attempt, last: boolean): Promise<void> {
  const { delivery, verdict, result } = attempt;
  const { id: deliveryId, approvalId, tenantId, gatewayId, eventId } = delivery;
  const facts = { deliveryId, approvalId, tenantId, gatewayId, eventId };
  await tx.$executeRaw`savepoint settle`;
  try {
    await hook(tx, { ...facts, outcome: verdict.outcome, answerBody: result.answer });
    await tx.$executeRaw`release savepoint settle`;
  } catch (error) {
    if (!last && !(error instanceof DomainError)) throw error;
    await tx.$executeRaw`rollback to savepoint settle`;
    log().error(
      { err: error, delivery_id: deliveryId },
      "an outcome was recorded, but not what follows from it",
    );
  }
}

/** Only the gateway's own endpoint is switched off; a path that one request named speaks for itself alone. */
async function switchOff(tx: Tx, scope: SystemScope, delivery: LeasedDelivery): Promise<void> {
  const reason = "The endpoint answered HTTP 410 Gone.";
  const [after] = await tx.gateway.updateManyAndReturn({
    where: { id: delivery.gatewayId, callbackOffAt: null, callbackUrl: delivery.url },
    data: { callbackOffAt: await databaseNow(tx), callbackOffReason: reason },
  });
  if (!after) return;
  const before = { ...after, callbackOffAt: null, callbackOffReason: null };
  const facts = { reason, delivery_id: delivery.id };
  await recordChange(tx, scope, "gateway.callback_switched_off", before, after, { facts });
  await announce(tx, "gateway", delivery.tenantId, delivery.gatewayId);
}

function json(headers: Record<string, string> | null): string | null {
  return headers === null ? null : storable(JSON.stringify(headers));
}

/** Postgres keeps no NUL, as a character or as its JSON escape; gateways may send anything. */
function storable(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").replaceAll("\\u0000", "\\ufffd").toWellFormed();
}
