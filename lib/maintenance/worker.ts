import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { TOLD_DAYS } from "@/lib/delivery/types";
import { UNDO_HOURS } from "@/lib/feedback/triage/types";
import { turnRequestDays } from "@/lib/gateways/requests/commands";
import { REQUEST_DAYS } from "@/lib/gateways/requests/types";
import { RESOLVED_KEPT_DAYS, UNRESOLVED_KEPT_DAYS } from "@/lib/intake/offenders/types";

const scope = systemScope("maintenance");

const MONTHS = { past: 1, ahead: 3 };

/** Days a retry is recognized: longer than an approval can be open and used (30 + 7). */
const IDEMPOTENCY_DAYS = 45;

/** Budgets cover a day and the current step. */
const BUDGET_HOURS = 25;

const DELETE_BATCH = 10_000;

/**
 * One pass: creates partitions of audit rows for the next months, and deletes expired idempotency
 * keys and undo data.
 */
async function runOnce(): Promise<{ partitions: number; forgotten: number }> {
  const partitions = await bookkeep(scope, async (tx) => {
    const [made] = await tx.$queryRaw<{ n: number }[]>`
      select ensure_tool_call_partitions(${MONTHS.past}::int, ${MONTHS.ahead}::int) as n`;
    return made?.n ?? 0;
  });
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      delete from feedback_acts where created_at < clock_timestamp() - make_interval(hours => ${UNDO_HOURS}::int)`,
  );
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      delete from budget_uses where used_at < clock_timestamp() - make_interval(hours => ${BUDGET_HOURS}::int)`,
  );
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`delete from passkey_challenges where expires_at < clock_timestamp()`,
  );
  await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      delete from rationale_callers where resolved_at < clock_timestamp() - make_interval(days => ${RESOLVED_KEPT_DAYS}::int)
        or (resolved_at is null and last_at < clock_timestamp() - make_interval(days => ${UNRESOLVED_KEPT_DAYS}::int))`,
  );
  let forgotten = 0;
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; forgotten += deleted)
    deleted = await forgetOldRequests();
  return { partitions, forgotten };
}

/** One batch per transaction, so that no lock lasts long. */
function forgetOldRequests(): Promise<number> {
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
    delete from idempotency where ctid in (
      select ctid from idempotency where created_at < clock_timestamp() - make_interval(days => ${IDEMPOTENCY_DAYS}::int)
      limit ${DELETE_BATCH}::int)`,
  );
}

/** Partitions are made months ahead, so an hourly pass tolerates failures. */
export const maintenance: Job = { name: "maintenance", ms: 3_600_000, runOnce };

const deliveryLog = systemScope("delivery log");

// Partitions are made days ahead, so an idle worker does no harm.
const DAYS_AHEAD = 3;

const LOG_BATCH = 2_000;

const BATCHES_MAX = 100;

/** One pass: rotates the request inspector's days and deletes old delivered callbacks. */
export async function clearLogs(): Promise<{ days: number; forgotten: number }> {
  const days = await turnRequestDays(deliveryLog, REQUEST_DAYS, DAYS_AHEAD);
  let forgotten = 0;
  for (
    let batch = LOG_BATCH, left = BATCHES_MAX;
    batch === LOG_BATCH && left > 0;
    left -= 1, forgotten += batch
  )
    batch = await forgetTold();
  return { days, forgotten };
}

/** Deletes acknowledged callbacks; the event stays in the feed. Messages to people end with the log of notifications. */
function forgetTold(): Promise<number> {
  return bookkeep(
    deliveryLog,
    (tx) => tx.$executeRaw`
      delete from deliveries where id in (
        select d.id from gateways r cross join lateral (
          select id from deliveries where gateway_id = r.id and channel = 'callback' and state = 'delivered'
            and finished_at < clock_timestamp() - make_interval(days => ${TOLD_DAYS}::int)
          limit ${LOG_BATCH}::int) d
        limit ${LOG_BATCH}::int) and state = 'delivered'`,
  );
}

export const requestLog: Job = { name: "request log", ms: 600_000, runOnce: clearLogs };
