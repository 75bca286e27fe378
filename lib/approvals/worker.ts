import { recordActivity } from "@/lib/activity/record";
import { change, ingest, read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
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

/** What the outbox worker tells us about a callback, in the transaction that records it. */
export type SettledDelivery = {
  approvalId: string | null;
  tenantId: string;
  gatewayId: string;
  outcome: "delivered" | "dead" | "retry";
  answerBody: string | null;
};

/** Shows the delivery's state on its approval, and takes an execution report out of the gateway's answer. */
export async function settleApproval(tx: Tx, delivery: SettledDelivery): Promise<void> {
  const { approvalId, tenantId, outcome } = delivery;
  if (approvalId === null || outcome === "retry") return;
  await tx.approval.updateMany({ where: { tenantId, id: approvalId }, data: { delivery: outcome } });
  await announce(tx, "approval", tenantId, approvalId);
}

/** Takes `{"execution": {...}}` out of a callback's answer; anything else in it is of no concern here. */
export async function reportInAnswer(delivery: SettledDelivery): Promise<void> {
  const { approvalId } = delivery;
  if (approvalId === null || !isId(approvalId) || delivery.outcome !== "delivered" || !delivery.answerBody)
    return;
  const sent = executionIn(delivery.answerBody);
  if (sent === null) return;
  const own = systemScope("callback answer");
  await ingest(own, async (tx) => {
    const approval = await tx.approval.findFirst({ where: { tenantId: delivery.tenantId, id: approvalId } });
    const report = executionReportSchema.safeParse({ execution_id: approval?.executionId, ...sent });
    if (!report.success) return;
    await reportFromCallback(tx, own, { ...delivery, approvalId }, report.data);
  });
}

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
