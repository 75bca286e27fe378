import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { drainOnSignal } from "@/lib/api/drain";
import { answerContract, answerNothing } from "@/lib/api/lane";
import { passOn } from "@/lib/api/pages-process";
import { finishRequests } from "@/lib/api/record";
import { watchAnswers } from "@/lib/api/serving";
import { receiptKeys } from "@/lib/approvals/receipt-keys/worker";
import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { every } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { watchProcess } from "@/lib/core/metrics";
import { EXIT_MS_MAX } from "@/lib/core/pause";
import { finishTracing, startTracing } from "@/lib/core/traces";
import { commit, version } from "@/lib/core/version";
import { closeLiveHub } from "@/lib/live/hub";

// The front process: answers the contract and live streams, and passes other requests to the pages
// process. Started by scripts/start.mjs; with COUNTERSIGN_ROLE=api it serves no pages.

async function main(): Promise<void> {
  const { HOST, PORT, COUNTERSIGN_PAGES } = env();
  watchProcess("api");
  log().info({ version, commit: commit(), pid: process.pid }, "api starting");
  await startTracing("api");
  watchAnswers({ answer: answerContract });
  const server = createServer(COUNTERSIGN_PAGES ? passOn : answerNothing);
  drainOnSignal();
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      stop.abort();
      void end(server);
    });
  server.listen(PORT, HOST);
  await once(server, "listening");
  log().info({ pid: process.pid }, "api started");
  // Also here: it decides, and its key may be set differently from the workers' by mistake.
  void every(receiptKeys, stop.signal);
}

async function end(server: Server): Promise<void> {
  setTimeout(() => process.exit(0), EXIT_MS_MAX).unref();
  server.close();
  await once(server, "close");
  await finishRequests();
  await closeLiveHub();
  await closeDatabase();
  await finishTracing();
  log().info({ pid: process.pid }, "api stopped");
  process.exit(0);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
