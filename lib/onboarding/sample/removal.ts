import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { removeSamplePolicies } from "./policies";
import { LEASE_SECONDS, SAMPLE, TELL_MS } from "./types";

const scope = systemScope("sample workspace");

const ROWS_AT_ONCE = 5_000;

/**
 * Removes the sample workspace: rows of its tenants table by table, their trails, its gateways with
 * tools, then the tenants. Every statement names the sample's own ids.
 */
export async function removeSampleRows(leaseId: string, signal?: AbortSignal): Promise<void> {
  await removeSamplePolicies();
  const { tenants, gateways } = await sampleIds();
  const total = await countRows(tenants, gateways);
  const job: Job = { leaseId, total: Math.max(1, total), toldAt: 0, signal };
  const tables = await tenantTables();
  for (;;) {
    let gone = 0;
    for (const erase of [
      ...tables.map(tableEraser(tenants)),
      ...(["gateway_requests", "tools"] as const).map(gatewayEraser(gateways)),
      ...tenants.map(eraseTrail),
    ]) {
      const deleted = await inBatches(job, erase);
      if (deleted === null) return;
      gone += deleted;
    }
    // Repeats while rows were written during removal.
    if (gone === 0) break;
  }
  await finish(leaseId, tenants, gateways);
}

type Job = { leaseId: string; total: number; toldAt: number; signal: AbortSignal | undefined };
type Erase = (tx: Tx) => Promise<number>;

/** Null if the lease is lost or the signal came. */
async function inBatches(job: Job, erase: Erase): Promise<number | null> {
  for (let all = 0; ; ) {
    if (job.signal?.aborted) return null;
    const tell = Date.now() - job.toldAt > TELL_MS;
    const deleted = await bookkeep(scope, async (tx) => {
      const mine = await tx.$executeRaw`
        update sample_workspace set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
        where lease_id = ${job.leaseId}::uuid and state = 'removing'`;
      if (mine === 0) return null;
      const count = await erase(tx);
      if (count === 0) return 0;
      await tx.$executeRaw`
        update sample_workspace set rows = rows + ${count}::int, error = null, total = ${job.total + 1}::int,
                                    done = least(${job.total}::bigint, rows + ${count}::int)::int`;
      if (tell) await announce(tx, "sample", NO_TENANT, NO_TENANT);
      return count;
    });
    if (deleted === null) return null;
    if (tell) job.toldAt = Date.now();
    if (deleted === 0) return all;
    all += deleted;
  }
}

function sampleIds(): Promise<{ tenants: string[]; gateways: string[] }> {
  const made = { where: { sample: true }, select: { id: true } } as const;
  return read(scope, async (tx) => ({
    tenants: (await tx.tenant.findMany(made)).map(({ id }) => id),
    gateways: (await tx.gateway.findMany(made)).map(({ id }) => id),
  }));
}

async function tenantTables(): Promise<string[]> {
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<{ name: string }[]>`select name from tenant_tables() order by place, name`,
  );
  // Links are deleted with their gateways and tenants.
  return rows.map(({ name }) => name).filter((name) => name !== "gateway_tenants");
}

/** Row counts for progress: the large tables, and the rest together. */
async function countRows(tenants: string[], gateways: string[]): Promise<number> {
  const of = Prisma.sql`tenant_id = any(${tenants}::uuid[])`;
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ n: number }[]>`
      select ((select count(*) from tool_calls where ${of}) + 5 * (select count(*) from approvals where ${of})
              + (select count(*) from activity where ${of}) + (select count(*) from tool_call_counts where ${of})
              + (select count(*) from tools where gateway_id = any(${gateways}::uuid[])))::float8 as n`;
    return row?.n ?? 0;
  });
}

const tableEraser =
  (tenants: string[]) =>
  (table: string): Erase => {
    // From the database's catalogue, quoted there. A ctid is not unique across partitions.
    const name = Prisma.raw(table);
    const columns = PARTITIONED[table] ?? "ctid";
    const [cells, picked] = [Prisma.raw(`(${columns})`), Prisma.raw(columns)];
    return (tx) => tx.$executeRaw`
      delete from ${name} where tenant_id = any(${tenants}::uuid[]) and ${cells} in (
        select ${picked} from ${name} where tenant_id = any(${tenants}::uuid[]) limit ${ROWS_AT_ONCE}::int)`;
  };

const PARTITIONED: Readonly<Record<string, string>> = {
  tool_calls: "occurred_at, id",
  gateway_requests: "at, id",
};

/** Tools, and requests without a tenant. */
const gatewayEraser =
  (gateways: string[]) =>
  (table: "gateway_requests" | "tools"): Erase =>
  (tx) =>
    tx.$executeRaw`delete from ${Prisma.raw(table)} where gateway_id = any(${gateways}::uuid[])`;

/** The database refuses this for other trails. */
const eraseTrail =
  (tenantId: string): Erase =>
  async (tx) => {
    const [row] = await tx.$queryRaw<{ gone: number }[]>`
      select erase_sample_activity(${tenantId}::uuid, ${ROWS_AT_ONCE}::int) as gone`;
    return row?.gone ?? 0;
  };

async function finish(leaseId: string, tenantIds: string[], gatewayIds: string[]): Promise<void> {
  await change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ rows: bigint; startedBy: string }[]>`
      delete from sample_workspace where lease_id = ${leaseId}::uuid and state = 'removing'
      returning rows, started_by as "startedBy"`;
    if (!row) return;
    await tx.$executeRaw`delete from activity_checks where tenant_id = any(${tenantIds}::uuid[])`;
    await tx.$executeRaw`delete from cheatsheets where gateway_id = any(${gatewayIds}::uuid[])`;
    await tx.gateway.deleteMany({ where: { sample: true, id: { in: gatewayIds } } });
    // Deletes invitations to sample tenants only; others lose just those tenants.
    await tx.$executeRaw`
      delete from user_links where cardinality(tenant_ids) > 0 and tenant_ids <@ ${tenantIds}::uuid[]`;
    await tx.$executeRaw`
      update user_links set tenant_ids = array(select unnest(tenant_ids) except select unnest(${tenantIds}::uuid[]))
      where tenant_ids && ${tenantIds}::uuid[]`;
    await tx.tenant.deleteMany({ where: { sample: true, id: { in: tenantIds } } });
    const details = { rows: row.rows.toString(), asked_by: row.startedBy };
    await announceSampleEnd(tx);
    await recordActivity(tx, scope, "sample.removed", SAMPLE, details);
  });
}

/** It is loaded or gone: everything that lists rows may look different now. */
export async function announceSampleEnd(tx: Tx): Promise<void> {
  for (const topic of ["approval", "feedback", "tool", "gateway", "tenant"] as const)
    await announce(tx, topic, NO_TENANT, NO_TENANT);
}
