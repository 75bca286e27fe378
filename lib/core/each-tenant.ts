import { isDatabaseUnavailable } from "./db";

/**
 * Does something for one tenant, or one thing of a tenant, after the other, until the signal. What is wrong with one of them is no reason that others wait.
 * @param failed what is said when it failed for some
 * @throws AggregateError of what went wrong, after the last; an outage of the database at once, for it is wrong with all of them
 */
export async function eachTenant<Of = string>(
  tenants: readonly Of[],
  work: (tenant: Of) => Promise<void>,
  failed: string,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const tenant of tenants) {
    if (signal?.aborted) break;
    try {
      await work(tenant);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failed);
}
