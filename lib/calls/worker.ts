import { ingest } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";

const scope = systemScope("maintenance");

// Partitions are made months ahead, so a pass an hour leaves plenty of room for failures.
const EVERY_MS = 3_600_000;
const MONTHS = { past: 1, ahead: 3 };
/** How long a retry of a request is recognised; gateways give up after 72 hours. */
export const IDEMPOTENCY_DAYS = 14;
const DELETE_BATCH = 10_000;

/** One pass: next months' partitions of the audit rows exist, and request ids nobody can still retry are forgotten. */
export async function runOnce(): Promise<{ partitions: number; forgotten: number }> {
  return ingest(scope, async (tx) => {
    const [made] = await tx.$queryRaw<{ n: number }[]>`
      select ensure_audit_partitions(${MONTHS.past}::int, ${MONTHS.ahead}::int) as n`;
    const forgotten = await tx.$executeRaw`
      delete from idempotency where ctid in (
        select ctid from idempotency where created_at < clock_timestamp() - make_interval(days => ${IDEMPOTENCY_DAYS}::int)
        limit ${DELETE_BATCH})`;
    return { partitions: made?.n ?? 0, forgotten };
  });
}

/** Runs `runOnce` every hour until the signal; a failing pass is logged and the next one tries again. */
export async function startMaintenance(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOnce();
    } catch (error) {
      log().error({ err: error }, "maintenance failed, trying again in an hour");
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY_MS);
      signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
    });
  }
}
