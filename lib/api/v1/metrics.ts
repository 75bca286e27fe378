import * as z from "zod";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { listReads } from "@/lib/core/replica";
import { systemScope } from "@/lib/core/scope";
import { sameSecret } from "@/lib/core/secrets";
import { WORKER_FRESH_SECONDS } from "@/lib/delivery/heartbeat";
import { text } from "../answers";
import { droppedRequests } from "../record";
import { resource } from "../resource";
import { apiRoute } from "../route";

/** Prometheus text, for the bearer of METRICS_TOKEN; without that variable there is nothing here. */
const getMetrics = apiRoute(
  "operator",
  {
    summary: "Prometheus metrics.",
    answers: { 200: { says: "Text.", texts: { "text/plain": z.string() } } },
    refuses: ["UNAUTHENTICATED", "NOT_FOUND"],
  },
  async ({ request }) => {
    const token = env().METRICS_TOKEN;
    if (!token) throw new DomainError("NOT_FOUND", "Metrics are off. Set METRICS_TOKEN to switch them on.");
    const sent = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    if (!sameSecret(sent, token))
      throw new DomainError("UNAUTHENTICATED", "Send Authorization: Bearer METRICS_TOKEN.");
    return text(await metricsText(), "text/plain; version=0.0.4");
  },
);

export const metrics = resource("/api/metrics", { GET: getMetrics });

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
      "Requests of this process that the inspector could not keep.",
      droppedRequests(),
    ],
    [
      "countersign_lists_from_replica",
      "Lists that this process read from the replica. Those on pages are read by the pages process.",
      listReads().replica,
    ],
    [
      "countersign_lists_not_from_replica",
      "Lists that it read from the primary, because the replica was away, behind or not able to.",
      listReads().primary,
    ],
    ["process_resident_memory_bytes", "Resident memory of this process.", process.memoryUsage().rss],
  ];
  return gauges
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join("");
}
