import { bookkeep } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { pause } from "@/lib/core/pause";
import { systemScope } from "@/lib/core/scope";

/** Milliseconds between two signs of life of a worker process; readiness allows for a few missed ones. */
export const HEARTBEAT_MS = 5_000;
// A process killed without a goodbye leaves its row; an hour is long enough for people to notice it.
const FORGET_AFTER = "1 hour";

const scope = systemScope("worker heartbeat");

/** Keeps this process's row in worker_heartbeats fresh until the signal, then removes it. Outages are sat out. */
export async function keepHeartbeat(signal: AbortSignal): Promise<void> {
  const id = newId();
  while (!signal.aborted) {
    try {
      await beat(id);
    } catch (error) {
      log().warn({ err: error }, "could not leave a sign of life, trying again");
    }
    await pause(HEARTBEAT_MS, signal);
  }
  try {
    await bookkeep(scope, (tx) => tx.$executeRaw`delete from worker_heartbeats where id = ${id}::uuid`);
  } catch (error) {
    log().warn({ err: error }, "could not remove the sign of life; it grows old by itself");
  }
}

function beat(id: string): Promise<number> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      delete from worker_heartbeats where last_seen_at < clock_timestamp() - ${FORGET_AFTER}::interval`;
    return tx.$executeRaw`
      insert into worker_heartbeats (id) values (${id}::uuid)
      on conflict (id) do update set last_seen_at = clock_timestamp()`;
  });
}
