import { recordActivity } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { lockForJob } from "@/lib/core/job-lock";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import type { RetentionRun } from "@/lib/generated/prisma/client";
import { loadRetention, oldRows } from "./queries";
import { removeArguments, removeRationales, type Step } from "./texts";
import { KEPT, type Kept, type Retention } from "./types";

const scope = systemScope("retention");

// Hours between passes of a tenant; more often would only fill the trail.
const TENANT_HOURS = 20;

const RUNS_KEPT_DAYS = 90;

// Rows per transaction, so that no lock lasts long. An approval includes its votes, events and
// more.
const BATCH = { calls: 5_000, approvals: 200, feedback: 1_000 };

// A few bytes each, in one index.
const LINKS_BATCH = 50_000;

// Per pass over all tenants.
const BATCHES_MAX = 400;

/** One pass: deletes expired rows batch by batch. An interrupted pass resumes. */
export async function runOnce(): Promise<{ deleted: number }> {
  let deleted = 0;
  let left = BATCHES_MAX;
  const retain = async (tenantId: string) => {
    const retention = await read(scope, (tx) => loadRetention(tx, tenantId));
    const run = await openRun(tenantId);
    let whole = run !== null;
    for (const kept of KEPT)
      for (let more = run !== null; more; left -= 1) {
        if (left <= 0) return;
        const step = run === null ? null : await deleteBatch(run, retention, kept);
        deleted += step?.gone ?? 0;
        whole &&= step !== null;
        more = step?.more ?? false;
      }
    if (run && whole) await finishRun(run.id, tenantId, retention);
  };
  await eachTenant(await dueTenants(), retain, "what some tenants keep no longer was not deleted");
  return { deleted };
}

function dueTenants(): Promise<string[]> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      delete from retention_runs where finished_at < clock_timestamp() - make_interval(days => ${RUNS_KEPT_DAYS}::int)`;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select r.tenant_id as id from tenant_retention r join tenants t on t.id = r.tenant_id
      where coalesce(r.calls_days, r.rationales_days, r.arguments_days, r.approvals_days, r.feedback_days) is not null
        and not exists (select 1 from retention_runs x where x.tenant_id = r.tenant_id
          and x.finished_at > clock_timestamp() - make_interval(hours => ${TENANT_HOURS}::int))
      order by r.tenant_id`;
    return rows.map((row) => row.id);
  });
}

async function openRun(tenantId: string): Promise<RetentionRun | null> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      insert into retention_runs (id, tenant_id) values (${newId()}::uuid, ${tenantId}::uuid)
      on conflict (tenant_id) where finished_at is null do nothing`;
    return tx.retentionRun.findFirst({ where: { tenantId, finishedAt: null } });
  });
}

const NOTHING: Step = { gone: 0, more: false };

/**
 * Deleted rows or texts, and whether more are left; null while another worker processes this
 * tenant.
 */
function deleteBatch(run: RetentionRun, retention: Retention, kept: Kept): Promise<Step | null> {
  const days = retention[kept];
  if (days === null) return Promise.resolve(NOTHING);
  return bookkeep(scope, async (tx) => {
    if (!(await lockForJob(tx, `retention:${run.tenantId}`))) return null;
    const step = await DELETE[kept](tx, run.tenantId, days);
    // In the same transaction, so that the run is exact after a crash.
    if (step.gone > 0)
      await tx.retentionRun.updateMany({
        where: { tenantId: run.tenantId, id: run.id },
        data: { [kept]: { increment: step.gone } },
      });
    return step;
  });
}

const stepOf = (gone: number, batch: number): Step => ({ gone, more: gone >= batch });

const DELETE: Record<Kept, (tx: Tx, tenantId: string, days: number) => Promise<Step>> = {
  rationales: removeRationales,
  arguments: removeArguments,
  calls: async (tx, tenantId, days) => {
    // Keeps the counts of deleted calls: their trigger checks this setting.
    await tx.$executeRaw`select set_config('countersign.keeps_counts', 'on', true)`;
    // A range up to the batch's last id instead of a join, which is fast with any statistics.
    const deleted = await tx.$executeRaw`
      delete from tool_calls where tenant_id = ${tenantId}::uuid and (occurred_at, id) <= (
        select o.occurred_at, o.id from (
          ${oldRows("calls", tenantId, days)} order by r.occurred_at, r.id limit ${BATCH.calls}) o
        order by o.occurred_at desc, o.id desc limit 1)`;
    if (deleted === BATCH.calls) return { gone: deleted, more: true };
    return { gone: deleted, more: await forgetLinks(tx, tenantId, days) };
  },
  approvals: async (tx, tenantId, days) => {
    const old = await tx.$queryRaw<{ id: string }[]>`
      ${oldRows("approvals", tenantId, days)} order by a.decided_at limit ${BATCH.approvals} for update of a skip locked`;
    const ids = old.map((row) => row.id);
    // The callback event contains the arguments too.
    await tx.outboxEvent.deleteMany({ where: { tenantId, approvalId: { in: ids } } });
    await tx.approval.deleteMany({ where: { tenantId, id: { in: ids } } });
    return stepOf(ids.length, BATCH.approvals);
  },
  feedback: async (tx, tenantId, days) => {
    const old = await tx.$queryRaw<
      { id: string }[]
    >`${oldRows("feedback", tenantId, days)} limit ${BATCH.feedback}`;
    const where = { tenantId, id: { in: old.map((row) => row.id) } };
    const { count: reports } = await tx.feedbackSubmission.deleteMany({ where });
    const { count: corrections } = await tx.correction.deleteMany({ where });
    const { count: comments } = await tx.feedbackComment.deleteMany({ where });
    return stepOf(reports + corrections + comments, BATCH.feedback);
  },
};

/**
 * Deletes links of templates to deleted calls.
 * @returns whether more may be left
 */
async function forgetLinks(tx: Tx, tenantId: string, days: number): Promise<boolean> {
  // By ctid, because a self-join of this size is fast only with correct statistics.
  const forgotten = await tx.$executeRaw`
    delete from rationale_calls where ctid = any(array(
      select l.place from rationale_templates t cross join lateral (
        select l.ctid as place from rationale_calls l where l.tenant_id = t.tenant_id and l.template_id = t.id
          and l.occurred_at < (select clock_timestamp() - make_interval(days => ${days}::int))) l
      where t.tenant_id = ${tenantId}::uuid limit ${LINKS_BATCH}::int))`;
  return forgotten === LINKS_BATCH;
}

/** Closes a run and writes one audit entry for it. */
async function finishRun(id: string, tenantId: string, retention: Retention): Promise<void> {
  await change(scope, async (tx) => {
    const [run] = await tx.retentionRun.updateManyAndReturn({
      where: { id, finishedAt: null },
      data: { finishedAt: await databaseNow(tx) },
    });
    const counted = run ? KEPT.filter((kept) => run[kept] > 0) : [];
    if (!run || counted.length === 0) return;
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
