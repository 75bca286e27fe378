import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { pools } from "./connections";
import { env } from "./env";
import { nameProcess, type ProcessName } from "./log";
import { listReads } from "./replica";
import { sameSecret } from "./secrets";
import { commit, version } from "./version";

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DECISION_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];

function readAtScrape(registers: Registry[]): void {
  new Gauge({
    name: "countersign_database_connections",
    help: "Connections of this process: in use or idle, and requests that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools())) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  new Counter({
    name: "countersign_lists_total",
    help: "Lists that this process read since it has a replica, by the server that answered.",
    labelNames: ["source"],
    registers,
    collect() {
      this.reset();
      for (const source of ["replica", "primary"] as const) this.inc({ source }, listReads()[source]);
    },
  });
}

function define() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `countersign_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `countersign_${name}`, help, labelNames, buckets, registers });
  readAtScrape(registers);
  return {
    registry,
    requests: counter("http_requests_total", "Answered requests.", ["method", "route", "status"]),
    answerSeconds: histogram(
      "http_request_duration_seconds",
      "Time until the whole answer was sent, long polls included, live streams not.",
      ["method", "route", "status"],
      ANSWER_SECONDS,
    ),
    refusals: counter("refusals_total", "Requests that were refused, by error code.", ["kind"]),
    signIns: counter("sign_ins_total", "Attempts to sign in.", ["provider", "outcome"]),
    judged: counter("calls_judged_total", "Calls that gateways asked about, by the answer.", ["answer"]),
    decisions: counter("decisions_total", "Held calls that are no longer pending.", ["outcome"]),
    decisionSeconds: histogram(
      "decision_duration_seconds",
      "Time from the arrival of a held call until it was decided, expired or cancelled.",
      ["outcome"],
      DECISION_SECONDS,
    ),
    activities: counter("activities_total", "Entries of the activity log.", ["action"]),
    attempts: counter("delivery_attempts_total", "Attempts to deliver a callback.", ["outcome"]),
    notifications: counter("notification_attempts_total", "Attempts to notify people.", [
      "channel",
      "outcome",
    ]),
    passes: counter("job_passes_total", "Passes of the worker's jobs.", ["job", "outcome"]),
    requestLogDropped: counter("request_log_dropped_total", "Requests that the request log could not keep."),
    liveStreams: new Gauge({
      name: "countersign_live_streams",
      help: "Browsers that follow live updates of this process.",
      registers,
    }),
    info: new Gauge({
      name: "countersign_build_info",
      help: "Always 1; its labels name what runs.",
      labelNames: ["version", "commit", "process"],
      registers,
    }),
  };
}

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignMetrics?: ReturnType<typeof define> };
store.countersignMetrics ??= define();

/** Metrics of this process. No label takes values from callers. */
export const metrics = store.countersignMetrics;

/**
 * Names the process in logs and metrics, and measures memory, event loop and garbage collection.
 */
export function watchProcess(name: ProcessName): void {
  nameProcess(name);
  collectDefaultMetrics({ register: metrics.registry });
  metrics.info.set({ version, commit: commit() ?? "", process: name }, 1);
}

export const metricsOfProcess = (): Promise<string> => metrics.registry.metrics();

/** Whether the header has METRICS_TOKEN as bearer; null while metrics are off. */
export function mayReadMetrics(authorization: string | null | undefined): boolean | null {
  const token = env().METRICS_TOKEN;
  if (!token) return null;
  return sameSecret(authorization?.replace(/^Bearer /, "") ?? "", token);
}
