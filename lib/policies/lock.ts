import "server-only";
import type { Tx } from "@/lib/core/db";

/** What changes the policies, or hangs on what they name, goes one after the other. */
export async function lockPolicies(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('countersign:policies', 0))`;
}
