import { setMaxListeners } from "node:events";
import { LAPSED } from "@/lib/approvals/callbacks";
import { deadlines, reportInAnswer, showDelivery } from "@/lib/approvals/worker";
import { callFigures } from "@/lib/calls/figures/worker";
import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { every, type Job } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { heartbeat } from "@/lib/delivery/heartbeat";
import type { OutcomeHook } from "@/lib/delivery/record";
import { startDeliveryWorker } from "@/lib/delivery/worker";
import { closeLiveHub } from "@/lib/live/hub";
import { backupJob } from "@/lib/maintenance/backup/worker";
import { removal } from "@/lib/maintenance/removal/worker";
import { requestLog } from "@/lib/maintenance/request-log";
import { retention } from "@/lib/maintenance/retention/worker";
import { maintenance } from "@/lib/maintenance/upkeep";
import { sampleJob } from "@/lib/onboarding/sample/worker";
import { sampleSteps } from "@/sample/load";
import { keepScheduled } from "./backup/keep.mjs";

// The worker process: everything that runs without anybody asking. Started by scripts/start.mjs, or alone with
// COUNTERSIGN_ROLE=worker; any number may run against one database.

/** After the signal; what is not finished by then is taken up by another worker once its lease is over. */
const EXIT_MS_MAX = 10_000;

/** What other domains do with a callback's outcome. */
const settle: OutcomeHook[] = [showDelivery, reportInAnswer];

function makeBackup(signal: AbortSignal) {
  const { DATABASE_URL, AUTH_SECRET, BACKUP_DIR, BACKUP_MARK, BACKUP_KEEP } = env();
  const kept = { dir: BACKUP_DIR, mark: BACKUP_MARK, keep: BACKUP_KEEP, secret: AUTH_SECRET, signal };
  return keepScheduled(DATABASE_URL, kept);
}

/** Each runs until the signal and sits out outages of the database. Deliveries beside them, many at once. */
const jobs = (): Job[] => [
  heartbeat,
  deadlines,
  requestLog,
  maintenance,
  callFigures,
  retention,
  removal,
  sampleJob(sampleSteps),
  backupJob(env().BACKUP_EVERY_HOURS, makeBackup),
];

async function main(): Promise<void> {
  const stop = stopSignal();
  log().info({ pid: process.pid }, "worker started");
  let failed = false;
  const running = jobs().map((job) => every(job, stop.signal));
  await Promise.all(
    [startDeliveryWorker({ settle, lapsed: LAPSED, signal: stop.signal }), ...running].map(async (job) => {
      try {
        await job;
      } catch (error) {
        failed = true;
        log().fatal({ err: error }, "a job of the worker ended unexpectedly, stopping the others");
      } finally {
        stop.abort();
      }
    }),
  );
  await closeLiveHub();
  await closeDatabase();
  log().info({ pid: process.pid }, "worker stopped");
  process.exit(failed ? 1 : 0);
}

/** Aborted by SIGTERM, SIGINT, or the end of the parent that holds our IPC channel. */
function stopSignal(): AbortController {
  const stop = new AbortController();
  // Every send under way listens for the end; that many listeners are no leak.
  setMaxListeners(0, stop.signal);
  const begin = (why: string) => {
    if (stop.signal.aborted) return;
    log().info({ why }, "worker is finishing what it has begun");
    stop.abort();
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
