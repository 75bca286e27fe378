import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "@/lib/core/client-network";
import { env } from "@/lib/core/env";
import type { ErrorCode } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { metrics } from "@/lib/core/metrics";
import { logRefusal } from "@/lib/core/refusal-log";
import type { Actor } from "@/lib/core/scope";
import { keepSpan, parseTraceParent, startSpan } from "@/lib/core/traces";

type AnswerNote = {
  /** The contract's path, such as `/api/v1/approvals/{id}`, without parameter values. */
  route?: string;
  code?: ErrorCode;
  actor?: Actor;
};

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignAnswerNotes?: AsyncLocalStorage<AnswerNote> };
store.countersignAnswerNotes ??= new AsyncLocalStorage();
const notes = store.countersignAnswerNotes;

// Paths that monitoring and browsers fetch constantly.
const QUIET = new Set(["/api/health", "/api/ready", "/api/metrics", "/api/metrics/pages", "static"]);

// nginx's status for a client that left before the answer.
const LEFT = 499;

/** Adds fields to the log line of the current request. Does nothing outside a request. */
export function noteAnswer(facts: AnswerNote): void {
  Object.assign(notes.getStore() ?? {}, facts);
}

/** Logs the answer when it is sent, or its client has left. */
export function logAnswer(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const note: AnswerNote = {};
  notes.enterWith(note);
  const startedAt = performance.now();
  const peer = request.socket.remoteAddress;
  const forwarded = [request.headers["x-forwarded-for"]].flat().join(",");
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const endSpan = spanOf(request, path);
  response.once("close", () => {
    const { route = routeOf(path), code, actor } = note;
    const status = response.headersSent ? response.statusCode : LEFT;
    const seconds = (performance.now() - startedAt) / 1_000;
    count({ method: request.method ?? "GET", route, status }, code, seconds);
    // An API route sets its own request id.
    const named = String(response.getHeader("x-request-id") ?? requestId);
    endSpan?.({ route, status, requestId: named });
    const line = {
      request_id: named,
      method: request.method,
      route,
      status,
      ...(code ? { code } : {}),
      duration_ms: Math.round(seconds * 1_000),
      ...callerOf(actor),
    };
    if (!actor && (status === 401 || code === "RATE_LIMITED"))
      logRefusal(networkOf({ peer, forwarded }, env().trustedProxies).own, line, "credentials refused");
    else if (status >= 500) log().warn(line, "answered");
    else if (status < 400 && QUIET.has(route)) log().debug(line, "answered");
    else log().info(line, "answered");
  });
}

/**
 * Starts the span of a contract request.
 * @returns ends the span; undefined while traces are off
 */
function spanOf({ method = "GET", headers }: IncomingMessage, path: string) {
  if (!path.startsWith("/api/v1/")) return undefined;
  const span = startSpan("server", method, parseTraceParent([headers.traceparent].flat()[0]));
  if (!span) return undefined;
  keepSpan(span);
  return ({ route, status, requestId }: { route: string; status: number; requestId: string }) =>
    span.end(
      {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "countersign.request_id": requestId,
      },
      { name: `${method} ${route}`, ...(status >= 500 ? { failed: String(status) } : {}) },
    );
}

type Labels = { method: string; route: string; status: number };

function count(labels: Labels, code: ErrorCode | undefined, seconds: number): void {
  metrics.requests.inc(labels);
  // A stream lasts as long as its page is open.
  if (!labels.route.startsWith("/api/live")) metrics.answerSeconds.observe(labels, seconds);
  if (code) metrics.refusals.inc({ kind: code.toLowerCase() });
}

/** A metrics label for paths outside the contract, with few values for any input. */
function routeOf(path: string): string {
  if (path.startsWith("/_next/")) return "static";
  if (path.startsWith("/api/auth/")) return "/api/auth";
  if (path === "/api/metrics/pages") return path;
  return path.startsWith("/api/") || path.startsWith("/admin/") ? "unknown" : "page";
}

function callerOf(actor: Actor | undefined): Record<string, string> {
  if (actor?.kind === "gateway") return { gateway_id: actor.id, key_id: actor.keyId };
  return actor?.kind === "user" ? { user_id: actor.id } : {};
}
