import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env";

/** What every log line of one request or job carries. */
type LogContext = { request_id?: string; job?: string };

/** The processes that run for long: `web` serves pages and API in one. */
export type ProcessName = "api" | "pages" | "web" | "worker";

// One a process, also when a bundler loads this module more than once.
const store = globalThis as {
  countersignLogContext?: AsyncLocalStorage<LogContext>;
  countersignProcess?: ProcessName;
};
store.countersignLogContext ??= new AsyncLocalStorage();
const context = store.countersignLogContext;

const REDACTED_KEYS = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "key",
  "arguments",
  "*.authorization",
  "*.cookie",
  "*.password",
  "*.secret",
  "*.token",
  "*.key",
  "*.arguments",
];

let logger: pino.Logger | undefined;

/** Structured JSON lines on stderr; secrets and call arguments are never written. */
export function log(): pino.Logger {
  logger ??= pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED_KEYS, censor: "[redacted]" },
      mixin: () => ({ process: store.countersignProcess, ...logContext() }),
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination(2),
  );
  return logger;
}

/** From now on each line names the process. Called before its first line. */
export function nameProcess(name: ProcessName): void {
  store.countersignProcess = name;
}

/** What the process is; undefined for the command line and for tests. */
export function processName(): ProcessName | undefined {
  return store.countersignProcess;
}

/** What the log lines of the present request or job carry. */
export function logContext(): LogContext {
  return { ...context.getStore() };
}

/** Runs `fn` so that its log lines, and those of all it calls, carry `fields`. */
export function withLogContext<T>(fields: LogContext, fn: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, fn);
}

/** The log lines of what follows in this request carry `fields`. */
export function keepLogContext(fields: LogContext): void {
  context.enterWith({ ...context.getStore(), ...fields });
}
