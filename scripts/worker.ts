import { setMaxListeners } from "node:events";
import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { every } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { watchProcess } from "@/lib/core/metrics";
import { serveMetrics } from "@/lib/core/metrics-server";
import { EXIT_MS_MAX } from "@/lib/core/pause";
import { finishTracing, startTracing } from "@/lib/core/traces";
import { commit, version } from "@/lib/core/version";
import { closeLiveHub } from "@/lib/live/hub";
import { jobs } from "./jobs";

// The worker process: all background jobs. Started by scripts/start.mjs, or alone with
// COUNTERSIGN_ROLE=worker; several can share a database.

async function main(): Promise<void> {
  const stop = stopSignal();
  watchProcess("worker");
  log().info({ version, commit: commit(), pid: process.pid }, "worker started");
  await startTracing("worker");
  const figures = serveMetrics();
  let failed = false;
  await Promise.all(
    jobs().map(async (job) => {
      try {
        await every(job, stop.signal);
      } catch (error) {
        failed = true;
        log().fatal({ err: error }, "a job of the worker ended unexpectedly, stopping the others");
      } finally {
        stop.abort();
      }
    }),
  );
  figures?.close();
  await closeLiveHub();
  await closeDatabase();
  await finishTracing();
  log().info({ pid: process.pid }, "worker stopped");
  process.exit(failed ? 1 : 0);
}

/** Aborts on SIGTERM, SIGINT, or when the parent of our IPC channel exits. */
function stopSignal(): AbortController {
  const stop = new AbortController();
  // Every open send listens to this signal, so many listeners are no leak.
  setMaxListeners(0, stop.signal);
  const begin = (why: string) => {
    if (stop.signal.aborted) return;
    log().info({ why }, "worker is finishing its current work");
    stop.abort();
    // Another worker takes unfinished work when its lease expires.
    setTimeout(() => process.exit(0), EXIT_MS_MAX).unref();
  };
  process.on("SIGTERM", () => begin("SIGTERM"));
  process.on("SIGINT", () => begin("SIGINT"));
  if (process.connected) process.once("disconnect", () => begin("the parent process is gone"));
  return stop;
}

function configured(): boolean {
  try {
    env();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return false;
  }
}

if (configured()) await main();
else process.exit(1);
