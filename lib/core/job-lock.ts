import type { Tx } from "./db";

/**
 * Locks a job's work on one thing until the transaction ends.
 * @param key such as `attempts:<tenant id>`
 * @param waits waits for the other process instead of returning false
 * @returns whether this transaction has the lock
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
