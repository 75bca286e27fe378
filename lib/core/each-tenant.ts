import { isDatabaseUnavailable } from "./db";

/**
 * Runs work for each tenant, or each thing of a tenant, until the signal. One failure does not stop
 * the others.
 * @param failed log message of a failure
 * @throws AggregateError of all failures after the last; a database outage at once, because it
 * affects all
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
