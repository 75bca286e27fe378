import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";

/** Heartbeat interval of a worker; readiness allows for a few missed ones. */
const HEARTBEAT_MS = 5_000;
/** A worker without a heartbeat for this long has missed three, so no one delivers. */
export const WORKER_FRESH_SECONDS = 20;
// A killed process leaves its row; an hour is enough to notice it.
const FORGET_AFTER = "1 hour";

/** File for `scripts/healthcheck.mjs` in the same container: the worker reached the database. */
const ALIVE = path.join(tmpdir(), "countersign-worker-alive");

const scope = systemScope("worker heartbeat");

const id = newId();

/** Refreshes this process's row in worker_heartbeats until the signal, then removes it. */
export const heartbeat: Job = { name: "heartbeat", ms: HEARTBEAT_MS, runOnce: beat, atEnd: leave };

async function beat(): Promise<number> {
  const beats = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      with forgotten as (
        delete from worker_heartbeats
        where last_seen_at < clock_timestamp() - ${FORGET_AFTER}::interval and id <> ${id}::uuid)
      insert into worker_heartbeats (id) values (${id}::uuid)
      on conflict (id) do update set last_seen_at = clock_timestamp()`,
  );
  // If writing fails, the container's health check reports it.
  await writeFile(ALIVE, "").catch(() => undefined);
  return beats;
}

function leave(): Promise<number> {
  return bookkeep(scope, (tx) => tx.$executeRaw`delete from worker_heartbeats where id = ${id}::uuid`);
}
