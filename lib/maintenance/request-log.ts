import { bookkeep } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { pause } from "@/lib/core/pause";
import { systemScope } from "@/lib/core/scope";
import { TOLD_DAYS } from "@/lib/delivery/types";
import { turnRequestDays } from "@/lib/gateways/requests/commands";
import { REQUEST_DAYS } from "@/lib/gateways/requests/types";

const scope = systemScope("delivery log");

const EVERY_MS = 600_000;

// Partitions are made days ahead, so that an idle worker does no harm.
const DAYS_AHEAD = 3;

const BATCH = 2_000;

const BATCHES_MAX = 100;

/** One pass: old days of the request inspector go, days to come have room, callbacks told long ago are forgotten. */
export async function runOnce(): Promise<{ days: number; forgotten: number }> {
  const days = await turnRequestDays(scope, REQUEST_DAYS, DAYS_AHEAD);
  let forgotten = 0;
  for (let batch = BATCH, left = BATCHES_MAX; batch === BATCH && left > 0; left -= 1, forgotten += batch)
    batch = await forgetTold();
  return { days, forgotten };
}

/** The event stays in the feed; what goes is how it was told. */
function forgetTold(): Promise<number> {
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      delete from deliveries where id in (
        select d.id from gateways g cross join lateral (
          select id from deliveries where gateway_id = g.id and state = 'delivered'
            and finished_at < clock_timestamp() - make_interval(days => ${TOLD_DAYS}::int)
          limit ${BATCH}::int) d
        limit ${BATCH}::int) and state = 'delivered'`,
  );
}

/** Runs `runOnce` every ten minutes until the signal; a failing pass is logged and the next one tries again. */
export async function startLogRetention(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOnce();
    } catch (error) {
      log().error({ err: error }, "clearing the delivery log failed, trying again in ten minutes");
    }
    await pause(EVERY_MS, signal);
  }
}
