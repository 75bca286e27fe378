import type { Tx } from "./db";

/**
 * Keeps a job's work on one thing to one process until the transaction ends.
 * @param key what is worked on, such as `attempts:<tenant id>`
 * @param waits whether to wait for a process that is at it, instead of leaving it to that one
 * @returns whether it is this transaction's; never false when it waits
 */
export async function lockForJob(tx: Tx, key: string, waits = false): Promise<boolean> {
  if (waits) {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
    return true;
  }
  const [lock] = await tx.$queryRaw<{ got: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as got`;
  return lock?.got === true;
}
