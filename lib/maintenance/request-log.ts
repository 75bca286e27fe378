import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { recipients } from "@/lib/delivery/channels/registry";
import { TOLD_DAYS } from "@/lib/delivery/types";
import { turnRequestDays } from "@/lib/gateways/requests/commands";
import { REQUEST_DAYS } from "@/lib/gateways/requests/types";

const scope = systemScope("delivery log");

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
        select d.id from (${recipients()}) r cross join lateral (
          select id from deliveries where gateway_id = r.id and channel = r.channel and state = 'delivered'
            and finished_at < clock_timestamp() - make_interval(days => ${TOLD_DAYS}::int)
          limit ${BATCH}::int) d
        limit ${BATCH}::int) and state = 'delivered'`,
  );
}

export const requestLog: Job = { name: "request log", ms: 600_000, runOnce };
