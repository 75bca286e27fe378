import { Gauge, Registry } from "prom-client";
import * as z from "zod";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { mayReadMetrics, metricsOfProcess, metrics as own } from "@/lib/core/metrics";
import { systemScope } from "@/lib/core/scope";
import { WORKER_FRESH_SECONDS } from "@/lib/delivery/heartbeat";
import { text } from "../answers";
import { allMethods, resource } from "../resource";
import { apiRoute, publicRoute } from "../route";

/** Prometheus text for METRICS_TOKEN; 404 without that variable. */
const getMetrics = apiRoute(
  "operator",
  {
    summary: "Prometheus metrics.",
    answers: { 200: { says: "Text.", texts: { "text/plain": z.string() } } },
    refuses: ["UNAUTHENTICATED", "NOT_FOUND"],
  },
  async ({ request }) => {
    assertMayRead(request);
    const parts = await Promise.all([metricsOfProcess(), metricsOfInstallation()]);
    return text(parts.join(""), own.registry.contentType);
  },
);

export const metrics = resource("/api/metrics", { GET: getMetrics });

/** Metrics of the pages process, to which the API process passes the request. */
export const pagesMetrics = allMethods({
  GET: publicRoute(async (request) => {
    assertMayRead(request);
    return text(await metricsOfProcess(), own.registry.contentType);
  }),
});

function assertMayRead({ headers }: Request): void {
  const may = mayReadMetrics(headers.get("authorization"));
  if (may === null)
    throw new DomainError("NOT_FOUND", "Metrics are off. Set METRICS_TOKEN to switch them on.");
  if (!may) throw new DomainError("UNAUTHENTICATED", "Send Authorization: Bearer METRICS_TOKEN.");
}

type Figures = {
  under_1m: number;
  under_10m: number;
  under_1h: number;
  from_1h: number;
  oldest: number;
  attention: number;
  waiting: number;
  sending: number;
  dead: number;
  lag: number;
  workers: number;
  backup: number | null;
};

const AGES = ["under_1m", "under_10m", "under_1h", "from_1h"] as const;
const STATES = ["waiting", "sending", "dead"] as const;

async function metricsOfInstallation(): Promise<string> {
  const [row] = await read(
    systemScope("metrics"),
    (tx) => tx.$queryRaw<Figures[]>`
    select p.*, d.*,
           (select count(*) from approvals a
            where needs_attention(a.decision, a.execution, a.delivery, a.acknowledged_at))::int as attention,
           (select count(*) from worker_heartbeats
            where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS}::int))::int as workers,
           (select extract(epoch from clock_timestamp() - max(finished_at)) from backup_runs where error is null)::float8 as backup
    from (select count(*) filter (where age < 60)::int as under_1m,
                 count(*) filter (where age >= 60 and age < 600)::int as under_10m,
                 count(*) filter (where age >= 600 and age < 3600)::int as under_1h,
                 count(*) filter (where age >= 3600)::int as from_1h,
                 coalesce(max(age), 0)::float8 as oldest
          from (select extract(epoch from clock_timestamp() - created_at) as age from approvals where decision = 'pending') ages) p,
         (select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'sending')::int as sending,
                 count(*) filter (where state = 'dead')::int as dead,
                 coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at) filter (
                   where state = 'waiting' and next_attempt_at < clock_timestamp())), 0)::float8 as lag
          from deliveries where channel = 'callback' and state in ('waiting', 'sending', 'dead')) d`,
  );
  if (!row) throw new Error("the database returned no figures");
  return written(row);
}

function written(row: Figures): Promise<string> {
  const registry = new Registry();
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  const pending = gauge("approvals_pending", "Calls that wait for a person, by age.", ["age"]);
  for (const age of AGES) pending.set({ age }, row[age]);
  gauge("approvals_oldest_pending_seconds", "Age of the oldest of them.").set(row.oldest);
  gauge("approvals_attention", "Calls on the list Needs attention.").set(row.attention);
  const deliveries = gauge("deliveries", "Callbacks that were not acknowledged, by state.", ["state"]);
  for (const state of STATES) deliveries.set({ state }, row[state]);
  gauge("delivery_lag_seconds", "How long the oldest due callback has waited for a worker.").set(row.lag);
  gauge("workers", "Workers that reported lately.").set(row.workers);
  if (row.backup !== null) gauge("backup_age_seconds", "Time since the last backup.").set(row.backup);
  return registry.metrics();
}
