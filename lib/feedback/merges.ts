import "server-only";
import type { Tx } from "@/lib/core/db";

// A report counts for its issue and for the one that this leads to, which it locks in the order of their ids. So a merge must not begin
// or end between the two: the report would hold the later one by then and wait for the earlier one. These locks come before all others.

/** Until the end of the transaction, no issue of the tenant is merged into another or taken out of one. Reports do not wait for each other. */
export async function waitForMerges(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended('feedback merges:' || ${tenantId}::text, 0))`;
}

/** Lets the reports of these issues' tenants that come in at the moment be stored, and holds up others until the end of the transaction. */
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
