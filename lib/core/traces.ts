import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "./env";
import { log, type ProcessName } from "./log";
import type { Span, SpanFacts, Tracer } from "./spans";

// Traces need an OpenTelemetry endpoint. Without one, the SDK is not loaded.

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignTracer?: Tracer; countersignSpan?: AsyncLocalStorage<Span> };
store.countersignSpan ??= new AsyncLocalStorage();
const current = store.countersignSpan;

// Time limit for an unresponsive collector at shutdown.
const FINISH_MS_MAX = 2_000;

/**
 * Loads the SDK and starts exporting if an endpoint is set. Call it once, before the process starts
 * work.
 */
export async function startTracing(name: ProcessName): Promise<void> {
  if (!env().isTracing) return;
  const { makeTracer } = await import("./tracer");
  store.countersignTracer = await makeTracer(name);
  log().info("traces are exported");
}

/**
 * Exports ended spans, and later ones as they end, for shutdown. Takes at most 2 s, never throws.
 */
export async function finishTracing(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FINISH_MS_MAX);
  });
  await Promise.race([store.countersignTracer?.finish(), late]);
  clearTimeout(timer);
}

export const startSpan: (...args: Parameters<Tracer["start"]>) => Span | undefined = (...args) =>
  store.countersignTracer?.start(...args);

/** What follows in this request belongs to the span. */
export function keepSpan(span: Span): void {
  current.enterWith(span);
}

/** Runs `work` in a child span. `factsOf` gives the span's attributes for the result. */
export async function inSpan<T>(
  name: string,
  work: () => Promise<T>,
  factsOf: (result: T) => SpanFacts,
): Promise<T> {
  const span = startSpan("internal", name, current.getStore()?.traceParent ?? null);
  if (!span) return work();
  try {
    const result = await work();
    span.end(factsOf(result));
    return result;
  } catch (error) {
    span.end({}, { failed: error instanceof Error ? error.name : "unknown" });
    throw error;
  }
}

// Version 00 of W3C Trace Context; ids of zeros are invalid.
const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * A valid `traceparent` of the caller; null if missing or malformed, which the standard says to
 * ignore.
 */
export function parseTraceParent(header: string | null | undefined): string | null {
  return header && TRACE_PARENT.test(header) ? header : null;
}

/**
 * The `traceparent` for subsequent work: of this request's span, or the caller's while traces are
 * off.
 */
export function traceParentOf(request: Request): string | null {
  return current.getStore()?.traceParent ?? parseTraceParent(request.headers.get("traceparent"));
}
