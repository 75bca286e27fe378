import "server-only";
import type { Tx } from "@/lib/core/db";

// A report locks its issue and that one's merge target in id order. A merge between the two locks
// could deadlock with it. These advisory locks therefore come before all others.

/** Blocks merges and unmerges in this transaction. Reports do not block each other. */
export async function waitForMerges(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended('feedback merges:' || ${tenantId}::text, 0))`;
}

/** Waits for running reports of these issues' tenants, and blocks new ones until the end. */
export async function waitForReports(
  tx: Tx,
  tenants: readonly string[],
  issues: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended('feedback merges:' || t.id, 0)) from (
      select distinct tenant_id::text as id from feedback_issues
      where tenant_id = any(${[...tenants]}::uuid[]) and id = any(${[...issues]}::uuid[]) order by 1 offset 0) t`;
}
