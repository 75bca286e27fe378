import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import type { SystemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announce, announcing } from "@/lib/live/announce";
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
 * Called in the transaction that records the outcome: what it throws is logged and undone, and the outcome stands. Touch only the
 * database. Resolves with what the trail is told of it.
 */
export type OutcomeHook = (tx: Tx, settled: DeliveryOutcome) => Promise<ActivityEntry[]>;

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
  // Hooks hardly ever fail, so the first try saves them their savepoints.
  for (let tries = 0; ; tries += 1) {
    try {
      const follow = tries === 0 ? called : tries < RECORD_TRIES ? guarded : guardedLast;
      return await writeAttempt(scope, attempt, hooks, follow);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      if (tries === 0) continue;
      log().warn(
        { err: error, delivery_id: attempt.delivery.id },
        "could not record an attempt, trying again",
      );
      await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE_MS * 3 ** tries));
    }
  }
}

/** Runs a hook on an attempt that was written. */
type Follow = (tx: Tx, hook: OutcomeHook, attempt: Attempt) => Promise<ActivityEntry[]>;

function writeAttempt(
  scope: SystemScope,
  attempt: Attempt,
  hooks: readonly OutcomeHook[],
  follow: Follow,
): Promise<boolean> {
  const work = async (tx: Tx, made = attempt): Promise<ActivityEntry[] | null> => {
    if (!(await writeOutcome(tx, made))) return null;
    const deeds: ActivityEntry[] = [];
    for (const hook of hooks) deeds.push(...(await follow(tx, hook, made)));
    return deeds;
  };
  const { delivery, verdict } = attempt;
  if (verdict.outcome !== "dead") return bookkeep(scope, async (tx) => appended(tx, scope, await work(tx)));
  return change(scope, async (tx) => {
    // What ended at an address the gateway has left meanwhile is owed at the new one, at once.
    if (await hasMoved(tx, delivery)) {
      const again = { outcome: "retry", delayMs: 0, error: verdict.error } as const;
      return appended(tx, scope, await work(tx, { ...attempt, verdict: again }));
    }
    const deeds = await work(tx);
    if (!deeds) return false;
    const subject = { ...subjectOf(delivery), tenantId: delivery.tenantId };
    const details = { delivery_id: delivery.id, gateway_id: delivery.gatewayId, error: verdict.error };
    deeds.push({ action: "delivery.dead", subject, details });
    if (verdict.switchOff && delivery.url === delivery.registeredUrl)
      deeds.push(...(await switchOff(tx, delivery)));
    return appended(tx, scope, deeds);
  });
}

/** The end of the transaction. @returns whether anything was written: null stands for a lease that was lost */
async function appended(tx: Tx, scope: SystemScope, deeds: ActivityEntry[] | null): Promise<boolean> {
  await recordActivities(tx, scope, deeds ?? []);
  return deeds !== null;
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
  const written = await tx.$queryRaw<unknown[]>`
    with settled as (
      update deliveries
      set state = ${state}::delivery_step, lease_id = null, lease_until = null, last_status = ${result.status}::int,
          last_error = ${error},
          next_attempt_at = clock_timestamp() + make_interval(secs => ${delayMs / 1_000}::float8),
          finished_at = case when ${retry} then null else clock_timestamp() end
      where id = ${delivery.id}::uuid and state = 'sending' and lease_id = ${delivery.leaseId}::uuid
      returning id, tenant_id),
    logged as (
      insert into delivery_attempts (delivery_id, attempt, tenant_id, started_at, duration_ms, status, error, request_headers,
                                     response_headers, response_body)
      select id, (select coalesce(max(attempt), 0) + 1 from delivery_attempts where delivery_id = ${delivery.id}::uuid), tenant_id,
             ${startedAt}, ${result.durationMs}::int, ${result.status}::int, ${sentError},
             ${json(result.requestHeaders)}::jsonb, ${json(result.responseHeaders)}::jsonb,
             ${result.responseBody === null ? null : storable(result.responseBody)}
      from settled)
    select ${ANNOUNCED} as told from settled d`;
  return written.length === 1;
}

const ANNOUNCED = announcing("delivery", Prisma.sql`d.tenant_id`, Prisma.sql`d.id`);

const called: Follow = (tx, hook, { delivery, verdict, result }) => {
  const { id: deliveryId, approvalId, tenantId, gatewayId, eventId } = delivery;
  const facts = { deliveryId, approvalId, tenantId, gatewayId, eventId };
  return hook(tx, { ...facts, outcome: verdict.outcome, answerBody: result.answer });
};

/** In a savepoint of its own: what is refused is undone and logged. Anything else deserves another try. */
const guarded: Follow = (tx, hook, attempt) => inSavepoint(tx, hook, attempt, false);

/** The same where there is no other try: whatever fails is undone and logged. */
const guardedLast: Follow = (tx, hook, attempt) => inSavepoint(tx, hook, attempt, true);

async function inSavepoint(
  tx: Tx,
  hook: OutcomeHook,
  attempt: Attempt,
  last: boolean,
): Promise<ActivityEntry[]> {
  await tx.$executeRaw`savepoint settle`;
  try {
    const deeds = await called(tx, hook, attempt);
    await tx.$executeRaw`release savepoint settle`;
    return deeds;
  } catch (error) {
    if (!last && !(error instanceof DomainError)) throw error;
    await tx.$executeRaw`rollback to savepoint settle`;
    log().error(
      { err: error, delivery_id: attempt.delivery.id },
      "an outcome was recorded, but not what follows from it",
    );
    return [];
  }
}

/** Only the gateway's own endpoint is switched off; a path that one request named speaks for itself alone. */
async function switchOff(tx: Tx, delivery: LeasedDelivery): Promise<ActivityEntry[]> {
  const reason = "The endpoint answered HTTP 410 Gone.";
  const [after] = await tx.gateway.updateManyAndReturn({
    where: { id: delivery.gatewayId, callbackOffAt: null, callbackUrl: delivery.url },
    data: { callbackOffAt: await databaseNow(tx), callbackOffReason: reason },
  });
  if (!after) return [];
  await announce(tx, "gateway", delivery.tenantId, delivery.gatewayId);
  const before = { ...after, callbackOffAt: null, callbackOffReason: null };
  const facts = { reason, delivery_id: delivery.id };
  return [changeEntry("gateway.callback_switched_off", before, after, { facts })];
}

function json(headers: Record<string, string> | null): string | null {
  return headers === null ? null : storable(JSON.stringify(headers));
}

/** Postgres keeps no NUL, as a character or as its JSON escape; gateways may send anything. */
function storable(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").replaceAll("\\u0000", "\\ufffd").toWellFormed();
}
