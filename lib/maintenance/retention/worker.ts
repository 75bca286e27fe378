import { recordActivity } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import type { RetentionRun } from "@/lib/generated/prisma/client";
import { loadRetention, oldRows } from "./queries";
import { KEPT, type Kept, type Retention } from "./types";

const scope = systemScope("retention");

// A tenant's old rows are looked for once in so many hours; deleting by the minute would only fill the trail.
const TENANT_HOURS = 20;

const RUNS_KEPT_DAYS = 90;

// Rows a transaction deletes at most: few enough that no lock is held for long. An approval brings its votes, events and more.
const BATCH: Record<Kept, number> = { calls: 5_000, approvals: 200, feedback: 1_000 };

// Of one pass, all tenants together; what is left comes with the next.
const BATCHES_MAX = 400;

/** One pass: what is older than its tenant keeps it is deleted, batch by batch. A pass that was cut off is taken up again. */
export async function runOnce(): Promise<{ deleted: number }> {
  let deleted = 0;
  let left = BATCHES_MAX;
  for (const tenantId of await dueTenants()) {
    const retention = await read(scope, (tx) => loadRetention(tx, tenantId));
    const run = await openRun(tenantId);
    let whole = run !== null;
    for (const kept of KEPT)
      for (let more = run !== null; more; left -= 1) {
        if (left <= 0) return { deleted };
        const batch = run === null ? null : await deleteBatch(run, retention, kept);
        deleted += batch ?? 0;
        whole &&= batch !== null;
        more = batch !== null && batch >= BATCH[kept];
      }
    if (run && whole) await finishRun(run.id, tenantId, retention);
  }
  return { deleted };
}

function dueTenants(): Promise<string[]> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      delete from retention_runs where finished_at < clock_timestamp() - make_interval(days => ${RUNS_KEPT_DAYS}::int)`;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select r.tenant_id as id from tenant_retention r join tenants t on t.id = r.tenant_id
      where coalesce(r.calls_days, r.approvals_days, r.feedback_days) is not null
        and not exists (select 1 from retention_runs x where x.tenant_id = r.tenant_id
          and x.finished_at > clock_timestamp() - make_interval(hours => ${TENANT_HOURS}::int))
      order by r.tenant_id`;
    return rows.map((row) => row.id);
  });
}

/** The tenant's unfinished run, or a new one. */
async function openRun(tenantId: string): Promise<RetentionRun | null> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      insert into retention_runs (id, tenant_id) values (${newId()}::uuid, ${tenantId}::uuid)
      on conflict (tenant_id) where finished_at is null do nothing`;
    return tx.retentionRun.findFirst({ where: { tenantId, finishedAt: null } });
  });
}

/** Returns how many rows went; null when another worker is at this tenant. */
function deleteBatch(run: RetentionRun, retention: Retention, kept: Kept): Promise<number | null> {
  const days = retention[kept];
  if (days === null) return Promise.resolve(0);
  return bookkeep(scope, async (tx) => {
    const [lock] = await tx.$queryRaw<{ got: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`retention:${run.tenantId}`}, 0)) as got`;
    if (!lock?.got) return null;
    const deleted = await DELETE[kept](tx, run.tenantId, days);
    // In the same transaction: however a worker ends, the run knows exactly what it deleted.
    if (deleted > 0)
      await tx.retentionRun.updateMany({
        where: { tenantId: run.tenantId, id: run.id },
        data: { [kept]: { increment: deleted } },
      });
    return deleted;
  });
}

const DELETE: Record<Kept, (tx: Tx, tenantId: string, days: number) => Promise<number>> = {
  calls: async (tx, tenantId, days) => {
    // Sums of days of which no call is left lead nowhere.
    await tx.$executeRaw`
      delete from tool_use_days where tenant_id = ${tenantId}::uuid
        and day < ((clock_timestamp() - make_interval(days => ${days}::int)) at time zone 'UTC')::date`;
    return tx.$executeRaw`
    delete from tool_calls a using (${oldRows("calls", tenantId, days)} order by r.occurred_at limit ${BATCH.calls}) old
    where a.tenant_id = ${tenantId}::uuid and a.occurred_at = old.occurred_at and a.id = old.id`;
  },
  approvals: async (tx, tenantId, days) => {
    const old = await tx.$queryRaw<{ id: string }[]>`
      ${oldRows("approvals", tenantId, days)} order by a.decided_at limit ${BATCH.approvals} for update of a skip locked`;
    const ids = old.map((row) => row.id);
    // What the gateway was told holds the arguments too.
    await tx.outboxEvent.deleteMany({ where: { tenantId, approvalId: { in: ids } } });
    await tx.approval.deleteMany({ where: { tenantId, id: { in: ids } } });
    return ids.length;
  },
  feedback: async (tx, tenantId, days) => {
    const old = await tx.$queryRaw<
      { id: string }[]
    >`${oldRows("feedback", tenantId, days)} limit ${BATCH.feedback}`;
    const where = { tenantId, id: { in: old.map((row) => row.id) } };
    const { count: reports } = await tx.feedbackSubmission.deleteMany({ where });
    const { count: corrections } = await tx.correction.deleteMany({ where });
    const { count: comments } = await tx.feedbackComment.deleteMany({ where });
    return reports + corrections + comments;
  },
};

/** Closes a run; what it deleted is one row of the tenant's trail. */
async function finishRun(id: string, tenantId: string, retention: Retention): Promise<void> {
  await change(scope, async (tx) => {
    const [run] = await tx.retentionRun.updateManyAndReturn({
      where: { id, finishedAt: null },
      data: { finishedAt: await databaseNow(tx) },
    });
    if (!run || run.calls + run.approvals + run.feedback === 0) return;
    const counted = KEPT.filter((kept) => run[kept] > 0);
    const details = Object.fromEntries(
      counted.map((kept) => [kept, { rows: run[kept], kept_days: retention[kept] }]),
    );
    await recordActivity(
      tx,
      scope,
      "tenant.rows_deleted",
      { kind: "tenant", id: tenantId, tenantId },
      details,
    );
  });
}

export const retention: Job = {
  name: "retention",
  ms: 600_000,
  runOnce: async () => {
    const { deleted } = await runOnce();
    if (deleted > 0) log().info({ deleted }, "rows older than their tenants keep them were deleted");
  },
};
