import { knownTenants } from "@/lib/auth/credentials/bearer";
import { env } from "@/lib/core/env";
import { serializeJson } from "@/lib/core/json/raw";
import { log } from "@/lib/core/log";
import { metrics } from "@/lib/core/metrics";
import { type GatewayScope, NO_TENANT, type Scope, systemScope } from "@/lib/core/scope";
import { keepRequests } from "@/lib/gateways/requests/commands";
import { madeBy } from "@/lib/gateways/requests/rules";
import type { SeenRequest } from "@/lib/gateways/requests/types";

// Stores requests off the critical path: a short queue in memory, one statement for many. Counts
// what does not fit.
const WAITING_MAX = 2_000;
const WAITING_CHARACTERS_MAX = 8 * 1024 * 1024;
const FLUSH_ROWS = 250;
const FLUSH_MS = 500;
/** At shutdown, so that the last requests are not lost. */
const FLUSH_LAST_MS = 5;
// Per body; less is kept after redaction.
const HEAD_CHARACTERS = 64 * 1024;

const system = systemScope("request log");

type Book = {
  waiting: SeenRequest[];
  characters: number;
  ending: boolean;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
};

// One queue per process, even if a bundler loads this module twice.
const store = globalThis as { countersignRequests?: Book };
store.countersignRequests ??= {
  waiting: [],
  characters: 0,
  ending: false,
  timer: undefined,
  writing: undefined,
};
const book = store.countersignRequests;

const bodies = new WeakMap<Request, { text: string; bytes: number }>();

/** Keeps the body until the answer is known. */
export function noteBody(request: Request, text: string, bytes: number): void {
  // A slice would retain the whole text.
  bodies.set(request, {
    text: text.length > HEAD_CHARACTERS ? copied(text.slice(0, HEAD_CHARACTERS)) : text,
    bytes,
  });
}

function copied(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

type Answered = {
  requestId: string;
  startedAt: number;
  status: number;
  input: unknown;
  body?: unknown;
  problem?: string;
};

/** Records a gateway's request after its answer. Never waits, never throws. */
export function noteRequest(scope: Scope, request: Request, answered: Answered): void {
  if (scope.actor.kind !== "gateway" || env().REQUEST_LOG === "off") return;
  const sent = bodies.get(request);
  const size = (sent?.text.length ?? 0) + (answered.problem?.length ?? 0);
  if (book.waiting.length >= WAITING_MAX || book.characters + size > WAITING_CHARACTERS_MAX) {
    metrics.requestLogDropped.inc();
    return;
  }
  try {
    book.waiting.push(seen(scope as GatewayScope, request, answered, sent));
    book.characters += size;
  } catch (error) {
    log().warn({ err: error }, "a request could not be written down");
  }
  if (book.waiting.length >= FLUSH_ROWS && !book.writing) void flushRequests();
  else book.timer ??= setTimeout(() => void flushRequests(), book.ending ? FLUSH_LAST_MS : FLUSH_MS).unref();
}

function seen(
  scope: GatewayScope,
  request: Request,
  answered: Answered,
  sent: { text: string; bytes: number } | undefined,
): SeenRequest {
  const { status, body } = answered;
  // For a partly accepted batch, the answer lists the refused rows.
  const answer = answered.problem ?? (status === 207 ? serializeJson(body) : null);
  const { pathname, search } = new URL(request.url);
  return {
    at: new Date(Date.now() - Math.round(performance.now() - answered.startedAt)),
    gatewayId: scope.actor.id,
    keyId: scope.actor.keyId,
    tenantId: tenantOf(scope, answered, sent?.text ?? "", search),
    method: request.method,
    target: pathname + search,
    status,
    durationMs: Math.round(performance.now() - answered.startedAt),
    requestId: answered.requestId,
    idempotencyKey: request.headers.get("idempotency-key"),
    bytes: sent?.bytes ?? null,
    body: sent?.text ?? null,
    response: answer,
    made: madeBy(request.method, pathname, status, body),
  };
}

const NAMED_TENANT = /"tenant"\s*:\s*"([^"\\]{1,100})"/g;

/**
 * The tenant of a request among those of its key. Without exactly one, the installation's own, so
 * that people of one tenant cannot read another's requests.
 */
function tenantOf(scope: GatewayScope, { input, body }: Answered, text: string, search: string): string {
  const [only, ...others] = scope.tenants;
  if (only !== undefined && others.length === 0) return only;
  const taken = tenantIn(input);
  const named = new Set(taken === undefined ? tenantsNamed(text, search, body) : [taken]);
  const [key, ...more] = named;
  return (key !== undefined && more.length === 0 && knownTenants(scope).get(key)) || NO_TENANT;
}

function tenantsNamed(text: string, search: string, body: unknown): string[] {
  // A cut body, or one with escapes, may name unknown tenants.
  if (text.length >= HEAD_CHARACTERS || text.includes("\\u")) return [];
  const named = [...text.matchAll(NAMED_TENANT)].map(([, key]) => key);
  return [...named, new URLSearchParams(search).get("tenant"), tenantIn(body)].flatMap((key) => key ?? []);
}

function tenantIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("tenant" in body && typeof body.tenant === "string") return body.tenant;
  return "approval" in body ? tenantIn(body.approval) : undefined;
}

/**
 * Writes down what is waiting. Resolves when it is written or lost; a failure is logged, never
 * thrown.
 */
export async function flushRequests(): Promise<void> {
  clearTimeout(book.timer);
  book.timer = undefined;
  while (book.writing) await book.writing;
  const rows = book.waiting.splice(0, FLUSH_ROWS);
  if (rows.length === 0) return;
  book.characters = book.waiting.length === 0 ? 0 : Math.max(0, book.characters - sizeOf(rows));
  book.writing = write(rows).finally(() => {
    book.writing = undefined;
  });
  await book.writing;
  if (book.waiting.length > 0) await flushRequests();
}

function sizeOf(rows: readonly SeenRequest[]): number {
  return rows.reduce((sum, row) => sum + (row.body?.length ?? 0) + (row.response?.length ?? 0), 0);
}

async function write(rows: SeenRequest[]): Promise<void> {
  try {
    await keepRequests(system, rows);
  } catch (error) {
    metrics.requestLogDropped.inc(rows.length);
    log().warn(
      { err: error, requests: rows.length },
      "requests could not be written down; they were answered all the same",
    );
  }
}

/** From now on requests are stored at once, for shutdown. */
export function finishRequests(): Promise<void> {
  book.ending = true;
  return flushRequests();
}
