import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { read, type Tx, whyNoWrites } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { recentNoWrites } from "@/lib/core/no-writes";
import { systemScope } from "@/lib/core/scope";
import { commit, version } from "@/lib/core/version";
import { WORKER_FRESH_SECONDS } from "@/lib/delivery/heartbeat";
import { ok } from "../answers";
import { arePagesUp } from "../pages-process";
import { resource } from "../resource";
import { apiRoute } from "../route";

const DATABASE_TIMEOUT_MS = 3_000;

const store = globalThis as { countersignDraining?: boolean };

/**
 * From now on readiness fails, so that load balancers stop sending. Running requests finish.
 * @returns a function that restores readiness
 */
export function startDraining(): () => void {
  store.countersignDraining = true;
  return () => {
    store.countersignDraining = false;
  };
}

const healthWire = z.strictObject({
  status: z.literal("ok"),
  version: z.string().describe("The version of Countersign, from its `package.json`."),
  commit: z.string().nullable().describe("The commit it was built from, 12 hex digits; null where unknown."),
});

const getHealth = apiRoute(
  "anyone",
  {
    summary: "The process is up.",
    answers: { 200: { says: "Up.", body: healthWire } },
  },
  async () => ok({ status: "ok" as const, version, commit: commit() }),
);

export const health = resource("/api/health", { GET: getHealth });

const notReadyWire = z.strictObject({ status: z.literal("not_ready"), reasons: z.array(z.string()) });

const getReady = apiRoute(
  "anyone",
  {
    summary: "Database, migrations and a worker are fine, and so is the pages process where there is one.",
    answers: {
      200: { says: "Ready.", body: z.strictObject({ status: z.literal("ready") }) },
      503: { says: "Not ready, with reasons.", body: notReadyWire, headers: ["Retry-After"] },
    },
  },
  async () => {
    const reasons = store.countersignDraining
      ? ["draining: this process is shutting down"]
      : (await Promise.all([reasonsAgainst(), pagesAway()])).flat();
    if (reasons.length === 0) return ok({ status: "ready" as const });
    const body = { status: "not_ready" as const, reasons };
    return { status: 503 as const, headers: { "retry-after": "2" }, body };
  },
);

export const ready = resource("/api/ready", { GET: getReady });

async function reasonsAgainst(): Promise<string[]> {
  const late = new Promise<string[]>((resolve) => {
    setTimeout(() => resolve(["database: no answer within 3 s"]), DATABASE_TIMEOUT_MS).unref();
  });
  return Promise.race([late, check()]);
}

async function pagesAway(): Promise<string[]> {
  return (await arePagesUp()) ? [] : ["pages: the process that serves them does not answer"];
}

async function check(): Promise<string[]> {
  try {
    const [row] = await read(systemScope("readiness"), look);
    const refused = recentNoWrites();
    const reasons = refused ? [NO_WRITES[refused]] : [];
    const pending = knownMigrations() - (row?.applied ?? 0);
    if (pending > 0) reasons.push(`migrations: ${pending} not applied`);
    if (!row?.workers)
      reasons.push("worker: none has reported in the last 20 s; start one with COUNTERSIGN_ROLE=worker");
    return reasons;
  } catch (error) {
    log().warn({ err: error }, "readiness could not ask the database");
    const refused = whyNoWrites(error);
    return [refused ? NO_WRITES[refused] : "database: cannot be reached"];
  }
}

const NO_WRITES = {
  full: "database: cannot write, its disk is full",
  "read only": "database: takes no writes, it is a standby or its disk is read-only",
};

async function look(tx: Tx) {
  const rows = await tx.$queryRaw<{ applied: number; workers: number }[]>`
    select (select applied_migrations())::int as applied,
           (select count(*) from worker_heartbeats
            where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS}::int))::int as workers`;
  // Writes some hundred kilobytes of temporary file, which fails on a full disk. It leaves nothing,
  // and read-only roles may do it.
  await tx.$executeRaw`select set_config('work_mem', '64kB', true)`;
  await tx.$queryRaw`select count(*)::int as written from generate_series(1, 20000)`;
  return rows;
}

function knownMigrations(): number {
  const folder = path.join(process.cwd(), "prisma", "migrations");
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
}
