import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change, read } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { proveScope, type SystemScope, systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

const everything = systemScope("removal");

const BATCH = 5_000;

// Per pass.
const BATCHES_MAX = 500;

// A key is cached for a second and a request takes seconds, so late writers have ended by then.
const STRAGGLERS_MINUTES = 10;

/** One pass over deleted tenants: deletes their rows table by table. */
export async function runOnce(): Promise<{ deleted: number; finished: number }> {
  // Raw SQL, because this runs at every worker start, and a worker without Prisma models uses a
  // third less memory.
  const open = await read(
    everything,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      select tenant_id as "tenantId" from tenant_removals where done_at is null order by removed_at`,
  );
  let [deleted, finished, left] = [0, 0, BATCHES_MAX];
  for (const { tenantId } of open) {
    // Scoped to this tenant, so that row-level security limits mistakes.
    const scope = proveScope({ kind: "system", name: "removal" } as const, [tenantId]);
    let gone = 0;
    for (const table of await tenantTables())
      for (let batch = BATCH; batch === BATCH && left > 0; left -= 1, gone += batch)
        batch = await deleteBatch(scope, tenantId, table);
    deleted += gone;
    if (gone === 0 && left > 0 && (await finish(scope, tenantId))) finished += 1;
  }
  return { deleted, finished };
}

/**
 * Children before parents. Counts come last, because deleting calls, reports and issues appends to
 * them.
 */
async function tenantTables(): Promise<string[]> {
  const rows = await read(
    everything,
    (tx) => tx.$queryRaw<{ name: string }[]>`
      select name from tenant_tables() order by name in ('tool_call_counts', 'feedback_counts', 'feedback_issue_counts'), place, name`,
  );
  return rows.map((row) => row.name);
}

async function deleteBatch(scope: SystemScope, tenantId: string, table: string): Promise<number> {
  // From the database's catalogue, quoted there.
  const name = Prisma.raw(table);
  // A ctid is not unique across partitions.
  const [cells, order] =
    table === "tool_calls"
      ? [Prisma.raw("(occurred_at, id)"), Prisma.raw("order by occurred_at")]
      : [Prisma.raw("ctid"), Prisma.empty];
  const picked = table === "tool_calls" ? Prisma.raw("occurred_at, id") : cells;
  return bookkeep(scope, async (tx) => {
    const deleted = await tx.$executeRaw`
      delete from ${name} where tenant_id = ${tenantId}::uuid and ${cells} in (
        select ${picked} from ${name} where tenant_id = ${tenantId}::uuid ${order} limit ${BATCH})`;
    if (deleted > 0)
      await tx.tenantRemoval.update({ where: { tenantId }, data: { rowsDeleted: { increment: deleted } } });
    return deleted;
  });
}

/** Returns whether it is finished: not while a late writer may exist. */
async function finish(scope: SystemScope, tenantId: string): Promise<boolean> {
  return change(scope, async (tx) => {
    const [done] = await tx.$queryRaw<{ rows: bigint; key: string }[]>`
      update tenant_removals set done_at = clock_timestamp()
      where tenant_id = ${tenantId}::uuid and done_at is null
        and removed_at < clock_timestamp() - make_interval(mins => ${STRAGGLERS_MINUTES}::int)
      returning rows_deleted as rows, key`;
    if (!done) return false;
    const about = { kind: "tenant", id: tenantId, tenantId };
    await recordActivity(tx, scope, "tenant.erased", about, { key: done.key, rows: done.rows.toString() });
    return true;
  });
}

export const removal: Job = { name: "removal", ms: 60_000, runOnce };
