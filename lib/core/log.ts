import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env";

type LogContext = { request_id?: string; job?: string };

export type ProcessName = "api" | "pages" | "web" | "worker";

// One per process, even if a bundler loads this module twice.
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

/** Structured JSON lines on stderr, without secrets and call arguments. */
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

/** Sets the process name of log lines. Call it before the first line. */
export function nameProcess(name: ProcessName): void {
  store.countersignProcess = name;
}

/** What the process is; undefined for the command line and for tests. */
export function processName(): ProcessName | undefined {
  return store.countersignProcess;
}

/** Log fields of the current request or job. */
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
