import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { log, type ProcessName } from "./log";
import type { Span, Tracer } from "./spans";
import { version } from "./version";

// The only module that loads the SDK, by dynamic import: a bundle loads static imports at startup.

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

const WORDS_MAX = 500;

function warn(words: string): void {
  log().warn({ detail: words.slice(0, WORDS_MAX) }, "traces: OpenTelemetry has a problem");
}

/** Exports spans as OTLP over HTTP, configured by the standard OTEL_* variables. */
export async function makeTracer(process: ProcessName): Promise<Tracer> {
  const quiet = () => undefined;
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const provider = await loadProvider(process);
  const tracer = provider.getTracer("countersign", version);
  let flushed: Promise<unknown> = Promise.resolve();
  // The SDK's flush does not wait for an export in progress.
  const flush = async () => {
    const now = provider.forceFlush().catch((error: unknown) => warn(String(error)));
    flushed = Promise.all([flushed, now]);
    await flushed;
  };
  let isEnding = false;
  return {
    start: (kind, name, parent) => {
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent));
      return {
        traceParent: traceParentIn(span.spanContext()),
        end: (facts, { failed, name: last } = {}) => {
          if (last) span.updateName(last);
          span.setAttributes(failed ? { ...facts, "error.type": failed } : facts);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          if (isEnding) void flush();
        },
      } satisfies Span;
    },
    finish: () => {
      isEnding = true;
      return flush();
    },
  };
}

/** Not registered with OpenTelemetry's API, because Next would add spans with page URLs. */
async function loadProvider(process: ProcessName) {
  const [resources, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const own = { "service.name": "countersign", "service.version": version, "countersign.process": process };
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes(own))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  return new BasicTracerProvider({ resource, spanProcessors });
}

function contextOf(parent: string | null) {
  if (!parent) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "0"] = parent.split("-");
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceParentIn({
  traceId,
  spanId,
  traceFlags,
}: {
  traceId: string;
  spanId: string;
  traceFlags: number;
}) {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
