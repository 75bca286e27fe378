import { recordActivity } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import type { SettleHook } from "@/lib/delivery/record";
import type { Approval } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { enqueueCallback } from "./callback/commands";
import { reportFromCallback } from "./execution/commands";
import { executionReportSchema } from "./schema";

// Deadlines are whole seconds; looking once a second keeps "expired" within about a second of the truth.
const EVERY_MS = 1_000;
const BATCH = 100;

const scope = systemScope("expiry");

/**
 * One pass over what time has ended, by the database's clock: undecided approvals expire (with their callbacks), unused ones
 * lapse, executions that never reported become unknown. Any number of workers may run it at once.
 * @returns how many rows moved
 */
export async function runOnce(): Promise<number> {
  return (await expire()) + (await lapse()) + (await loseLeases());
}

/** Runs `runOnce` every second until the signal; a failing pass is logged and the next one tries again. */
export async function startApprovalsWorker(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let moved = 0;
    try {
      moved = await runOnce();
    } catch (error) {
      log().error({ err: error }, "a pass over deadlines failed, trying again");
    }
    if (moved < BATCH) await pause(EVERY_MS, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Tenant by tenant, so that one chain is held at a time. */
async function expire(): Promise<number> {
  const due = await read(
    scope,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
    select distinct tenant_id as "tenantId" from approvals where decision = 'pending' and decide_by <= clock_timestamp() limit ${BATCH}`,
  );
  let moved = 0;
  for (const { tenantId } of due) moved += await expireTenant(tenantId);
  return moved;
}

function expireTenant(tenantId: string): Promise<number> {
  return change(scope, async (tx) => {
    const ids = await tx.$queryRaw<{ id: string }[]>`
      update approvals set decision = 'expired', execution = 'blocked', decided_at = clock_timestamp(),
                           decided_by = 'expiry', updated_at = clock_timestamp()
      where tenant_id = ${tenantId}::uuid and id in (
        select id from approvals
        where tenant_id = ${tenantId}::uuid and decision = 'pending' and decide_by <= clock_timestamp()
        order by decide_by limit ${BATCH} for update skip locked)
      returning id`;
    const approvals = await tx.approval.findMany({
      where: { tenantId, id: { in: ids.map((row) => row.id) } },
    });
    for (const approval of approvals) {
      await recordActivity(tx, scope, "approval.expired", subject(approval), {
        decide_by: approval.decideBy,
      });
      await enqueueCallback(tx, approval);
      await announce(tx, "approval", approval.tenantId, approval.id);
    }
    return approvals.length;
  });
}

function lapse(): Promise<number> {
  return change(scope, async (tx) => {
    const moved = await tx.$queryRaw<Moved[]>`
      update approvals set execution = 'lapsed', updated_at = clock_timestamp()
      where id in (select id from approvals where execution = 'awaiting' and use_by <= clock_timestamp()
                   order by use_by limit ${BATCH} for update skip locked)
      returning id, tenant_id as "tenantId", execution_id as "executionId"`;
    await settleExecutions(tx, moved, "lapsed");
    for (const row of moved)
      await recordActivity(tx, scope, "approval.lapsed", {
        kind: "approval",
        id: row.id,
        tenantId: row.tenantId,
      });
    return moved.length;
  });
}

function loseLeases(): Promise<number> {
  return change(scope, async (tx) => {
    const moved = await tx.$queryRaw<Moved[]>`
      update approvals a set execution = 'unknown', updated_at = clock_timestamp()
      from (select e.id, e.tenant_id, e.approval_id from executions e
            where e.state = 'executing' and e.lease_until <= clock_timestamp()
            order by e.lease_until limit ${BATCH} for update skip locked) late
      where a.tenant_id = late.tenant_id and a.id = late.approval_id and a.execution = 'executing'
      returning a.id, a.tenant_id as "tenantId", a.execution_id as "executionId"`;
    await settleExecutions(tx, moved, "unknown");
    for (const row of moved)
      await recordActivity(tx, scope, "approval.outcome_unknown", {
        kind: "approval",
        id: row.id,
        tenantId: row.tenantId,
      });
    return moved.length;
  });
}

type Moved = { id: string; tenantId: string; executionId: string };

async function settleExecutions(tx: Tx, moved: readonly Moved[], state: "lapsed" | "unknown"): Promise<void> {
  if (moved.length === 0) return;
  await tx.execution.updateMany({
    where: { id: { in: moved.map((row) => row.executionId) } },
    data: { state },
  });
  for (const row of moved) await announce(tx, "approval", row.tenantId, row.id);
}

function subject(approval: Approval) {
  return { kind: "approval", id: approval.id, tenantId: approval.tenantId };
}

/** Shows a callback's outcome on its approval. Only the newest event counts: an older one may still be retrying. */
export const settleApproval: SettleHook = async (tx, settled) => {
  const { approvalId, tenantId, outcome } = settled;
  if (approvalId === null || outcome === "retry") return;
  const shown = await tx.$executeRaw`
    update approvals set delivery = ${outcome}::delivery_state, updated_at = clock_timestamp()
    where tenant_id = ${tenantId}::uuid and id = ${approvalId}::uuid
      and not exists (select 1 from outbox_events newer join outbox_events own on own.id = ${settled.eventId}::uuid
                      where newer.tenant_id = ${tenantId}::uuid and newer.approval_id = ${approvalId}::uuid and newer.seq > own.seq)`;
  if (shown > 0) await announce(tx, "approval", tenantId, approvalId);
};

/** Takes `{"execution": {...}}` out of the gateway's answer; anything else in it is of no concern here. */
export const reportInAnswer: SettleHook = async (tx, settled) => {
  const { approvalId } = settled;
  if (approvalId === null || settled.outcome !== "delivered" || !settled.answerBody) return;
  const sent = executionIn(settled.answerBody);
  if (sent === null) return;
  const approval = await tx.approval.findFirst({ where: { tenantId: settled.tenantId, id: approvalId } });
  const report = executionReportSchema.safeParse({ execution_id: approval?.executionId, ...sent });
  if (report.success)
    await reportFromCallback(tx, systemScope("callback answer"), { ...settled, approvalId }, report.data);
};

function executionIn(text: string): object | null {
  try {
    const answer = toPlain(text, parseJson(text), ["/execution/result"]) as { execution?: unknown } | null;
    const execution = answer && typeof answer === "object" ? answer.execution : null;
    return execution !== null && typeof execution === "object" ? execution : null;
  } catch (error) {
    if (error instanceof JsonError) return null; // an answer that is not JSON is an ordinary acknowledgement
    throw error;
  }
}
