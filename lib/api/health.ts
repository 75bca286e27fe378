import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import { sameSecret } from "@/lib/core/secrets";
import { WORKER_FRESH_SECONDS } from "@/lib/delivery/heartbeat";
import { droppedRequests } from "./record";
import { ok, publicRoute } from "./route";

const DATABASE_TIMEOUT_MS = 3_000;

const store = globalThis as { countersignDraining?: boolean };

/** From now on readiness fails, so that balancers stop sending; requests under way finish. */
export function startDraining(): void {
  store.countersignDraining = true;
}

/** GET /api/health: the process is up. */
export const getHealth = publicRoute(async () => ok({ status: "ok" }));

/** GET /api/ready: database, migrations and a worker are fine, else 503 with the reasons. */
export const getReady = publicRoute(async () => {
  const reasons = store.countersignDraining
    ? ["draining: this process is shutting down"]
    : await reasonsAgainst();
  if (reasons.length === 0) return ok({ status: "ready" });
  return { status: 503, headers: { "retry-after": "2" }, body: { status: "not_ready", reasons } };
});

async function reasonsAgainst(): Promise<string[]> {
  const late = new Promise<string[]>((resolve) => {
    setTimeout(() => resolve(["database: no answer within 3 s"]), DATABASE_TIMEOUT_MS).unref();
  });
  return Promise.race([late, check()]);
}

async function check(): Promise<string[]> {
  try {
    const [row] = await read(
      systemScope("readiness"),
      (tx) => tx.$queryRaw<{ applied: number; workers: number }[]>`
      select (select applied_migrations())::int as applied,
             (select count(*) from worker_heartbeats
              where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS}::int))::int as workers`,
    );
    const reasons: string[] = [];
    const pending = knownMigrations() - (row?.applied ?? 0);
    if (pending > 0) reasons.push(`migrations: ${pending} not applied`);
    if (!row?.workers)
      reasons.push("worker: none has reported in the last 20 s; start one with COUNTERSIGN_ROLE=worker");
    return reasons;
  } catch (error) {
    log().warn({ err: error }, "readiness could not ask the database");
    return ["database: cannot be reached"];
  }
}

function knownMigrations(): number {
  const folder = path.join(process.cwd(), "prisma", "migrations");
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
}

/** GET /api/metrics: Prometheus text, for the bearer of METRICS_TOKEN; without that variable there is nothing here. */
export const getMetrics = publicRoute(async (request) => {
  const token = env().METRICS_TOKEN;
  if (!token) throw new DomainError("NOT_FOUND", "Metrics are off. Set METRICS_TOKEN to switch them on.");
  const sent = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  if (!sameSecret(sent, token))
    throw new DomainError("UNAUTHENTICATED", "Send Authorization: Bearer METRICS_TOKEN.");
  return { status: 200, headers: { "content-type": "text/plain; version=0.0.4" }, text: await metricsText() };
});

type Counts = {
  pending: number;
  oldest: number;
  waiting: number;
  dead: number;
  lag: number;
  workers: number;
};

async function metricsText(): Promise<string> {
  const [row] = await read(
    systemScope("metrics"),
    (tx) => tx.$queryRaw<Counts[]>`
    select (select count(*) from approvals where decision = 'pending')::int as pending,
           coalesce((select extract(epoch from clock_timestamp() - min(created_at)) from approvals where decision = 'pending'), 0)::float8 as oldest,
           (select count(*) from deliveries where state in ('waiting', 'sending'))::int as waiting,
           (select count(*) from deliveries where state = 'dead')::int as dead,
           coalesce((select extract(epoch from clock_timestamp() - min(next_attempt_at)) from deliveries where state = 'waiting'
                     and next_attempt_at < clock_timestamp()), 0)::float8 as lag,
           (select count(*) from worker_heartbeats
            where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS}::int))::int as workers`,
  );
  const gauges: [name: string, help: string, value: number][] = [
    ["countersign_approvals_pending", "Approvals that wait for a person.", row?.pending ?? 0],
    ["countersign_approvals_oldest_pending_seconds", "Age of the oldest of them.", row?.oldest ?? 0],
    ["countersign_deliveries_open", "Callbacks not yet acknowledged.", row?.waiting ?? 0],
    ["countersign_deliveries_dead", "Callbacks given up.", row?.dead ?? 0],
    [
      "countersign_delivery_lag_seconds",
      "How long the oldest due callback has been waiting for a worker.",
      row?.lag ?? 0,
    ],
    ["countersign_workers", "Workers that reported lately.", row?.workers ?? 0],
    [
      "countersign_request_log_dropped",
      "Requests of this web process that the inspector could not keep.",
      droppedRequests(),
    ],
    ["process_resident_memory_bytes", "Resident memory of this web process.", process.memoryUsage().rss],
  ];
  return gauges
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join("");
}
