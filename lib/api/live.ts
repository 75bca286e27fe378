import { sessionScopeOf } from "@/lib/auth/sessions/request";
import { findSessionScope } from "@/lib/auth/sessions/session-scope";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { metrics } from "@/lib/core/metrics";
import { NO_TENANT, type UserScope } from "@/lib/core/scope";
import type { LiveEvent } from "@/lib/live/announce";
import { liveHub } from "@/lib/live/hub";
import { leavingOf } from "./disconnect";
import { arePagesUp } from "./pages-process";
import { allMethods } from "./resource";
import { publicRoute } from "./route";
import { isClosing } from "./serving";

// Each stream holds a socket and some kilobytes. Beyond this, browsers poll.
const STREAMS_MAX = 1_000;
// Per person over all windows; the oldest closes.
const STREAMS_OF_ONE_MAX = 20;
// Browsers consider a stream dead after 25 s of silence, proxies often after 60 s.
const BEAT_MS = 10_000;
// With the heartbeat, a revoked session stops listening within 30 s.
const SESSION_CHECK_MS = 20_000;
// Queued messages of a slow reader; beyond this it is disconnected and reconnects.
const WAITING_MAX = 256;
const RECONNECT_MS = 2_000;

type Stream = {
  scope: UserScope;
  checkedAt: number;
  send: (message: Uint8Array) => void;
  close: (gone?: boolean) => void;
};

// One registry per process, even if a bundler loads this module twice.
const store = globalThis as { countersignStreams?: Set<Stream>; countersignStreamsBeat?: NodeJS.Timeout };
store.countersignStreams ??= new Set();
const streams = store.countersignStreams;

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
const PING = encode("event: ping\ndata: {}\n\n");
const RESET = encode("event: reset\ndata: {}\n\n");
const SIGNED_OUT = encode("event: signed-out\ndata: {}\n\n");

// Cache: each event is encoded once for all browsers.
const encoded = new WeakMap<LiveEvent, Uint8Array>();

function encodeEvent(event: LiveEvent): Uint8Array {
  let message = encoded.get(event);
  if (!message) {
    const data = JSON.stringify({ topic: event.topic, id: event.id });
    message = encode(`id: ${event.seq}\nevent: change\ndata: ${data}\n\n`);
    encoded.set(event, message);
  }
  return message;
}

/**
 * Server-sent events for a signed-in person, without content: `change` with topic and row id,
 * `reset` after missed events, `ping`, and `signed-out` at the end of the session.
 * @throws DomainError UNAUTHENTICATED, UNAVAILABLE
 */
export async function openLiveStream(request: Request): Promise<Response> {
  const scope = await sessionScopeOf(request.headers);
  if (!scope) {
    throw new DomainError("UNAUTHENTICATED", "You are not signed in. Sign in to follow live updates.");
  }
  // A browser without a stream checks whether reloading would work: the server and the database
  // just answered.
  if (!request.headers.get("accept")?.includes("text/event-stream")) {
    if (!(await arePagesUp())) throw unavailable("The process that serves the pages is starting.");
    return new Response(null, { status: 204 });
  }
  const own = [...streams].filter((stream) => stream.scope.actor.id === scope.actor.id);
  if (own.length >= STREAMS_OF_ONE_MAX) own[0]?.close();
  if (isClosing()) throw unavailable("This process is shutting down.");
  if (streams.size >= STREAMS_MAX) throw unavailable("Too many browsers follow live updates at the moment.");
  // Subscribing connects. Without a connection the browser should poll.
  (await liveHub().subscribe({ event: () => undefined, reset: () => undefined }))();
  if (!liveHub().connected) throw unavailable("Live updates are not available at the moment.");
  return new Response(streamOf(scope, request), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // no-transform: compression would hold messages back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function streamOf(scope: UserScope, request: Request): ReadableStream<Uint8Array> {
  let leave: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let unsubscribe: () => unknown = () => undefined;
        const stream: Stream = {
          scope,
          checkedAt: Date.now(),
          send: (message) => {
            if (!streams.has(stream)) return;
            if ((controller.desiredSize ?? 0) <= 0) stream.close();
            else controller.enqueue(message);
          },
          close: (gone = false) => {
            if (!streams.delete(stream)) return;
            metrics.liveStreams.set(streams.size);
            unsubscribe();
            stopBeatWhenIdle();
            if (!gone) controller.close();
          },
        };
        leave = () => stream.close(true);
        streams.add(stream);
        metrics.liveStreams.set(streams.size);
        startBeat();
        leavingOf(request).addEventListener("abort", () => stream.close());

        unsubscribe = await liveHub().subscribe({
          event: (event) => {
            if (event.topic === "user" && event.id === stream.scope.actor.id) recheck(stream);
            if (mayKnow(stream.scope, event)) stream.send(encodeEvent(event));
          },
          reset: () => stream.send(RESET),
        });
        if (!streams.has(stream)) unsubscribe();
        else if (liveHub().connected) resume(stream, lastHeard(request));
        else stream.close();
      },
      cancel: () => leave(),
    },
    new CountQueuingStrategy({ highWaterMark: WAITING_MAX }),
  );
}

/** Authenticates by browser session itself, because EventSource can send no other credential. */
export const live = allMethods({
  GET: publicRoute(async (request) => ({ status: 200, response: await openLiveStream(request) })),
});

/** The browser's last event; before the first one, the last change known when its page was made. */
function lastHeard(request: Request): string | null {
  return request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
}

/** Sends missed events since the last one, or a reset if they are unknown. */
function resume(stream: Stream, lastEventId: string | null): void {
  const hub = liveHub();
  stream.send(encode(`retry: ${RECONNECT_MS}\nid: ${hub.place}\nevent: ping\ndata: {}\n\n`));
  if (lastEventId === null) return;
  const place = Number(lastEventId);
  const missed = Number.isSafeInteger(place) ? hub.since(place) : null;
  if (missed === null) stream.send(RESET);
  else for (const event of missed) if (mayKnow(stream.scope, event)) stream.send(encodeEvent(event));
}

// Tools belong to gateways and policies to all tenants. A change of one reveals nothing to its
// reader.
const FOR_ALL: ReadonlySet<string> = new Set(["tool", "policy"]);

function mayKnow(scope: UserScope, event: LiveEvent): boolean {
  if (FOR_ALL.has(event.topic) && event.tenantId === NO_TENANT) return true;
  return scope.unlimited || scope.tenants.includes(event.tenantId);
}

function startBeat(): void {
  store.countersignStreamsBeat ??= setInterval(() => {
    beat().catch((error: unknown) => log().warn({ err: error }, "live streams could not be checked"));
  }, BEAT_MS).unref();
}

function stopBeatWhenIdle(): void {
  if (streams.size > 0) return;
  clearInterval(store.countersignStreamsBeat);
  store.countersignStreamsBeat = undefined;
}

/** Sends heartbeats, ends streams of ended sessions, and ends all while changes cannot arrive. */
async function beat(): Promise<void> {
  if (!liveHub().connected) return endLiveStreams();
  const due = new Map<string, Stream[]>();
  const now = Date.now();
  for (const stream of streams) {
    stream.send(PING);
    if (now - stream.checkedAt < SESSION_CHECK_MS) continue;
    const session = stream.scope.actor.credentialId;
    due.set(session, [...(due.get(session) ?? []), stream]);
  }
  for (const [session, open] of due) await check(session, open);
}

/**
 * The person's permissions or sessions changed, which must end a stream that they no longer allow.
 */
function recheck(stream: Stream): void {
  check(stream.scope.actor.credentialId, [stream]).catch((error: unknown) => {
    log().warn({ err: error }, "a live stream could not be checked; it ends");
    stream.close();
  });
}

async function check(session: string, open: readonly Stream[]): Promise<void> {
  const scope = await findSessionScope(session);
  for (const stream of open) {
    if (scope) Object.assign(stream, { scope, checkedAt: Date.now() });
    else {
      stream.send(SIGNED_OUT);
      stream.close();
    }
  }
}

/** Ends all streams of this process for shutdown; browsers reconnect. */
export function endLiveStreams(): void {
  for (const stream of [...streams]) stream.close();
}

function unavailable(what: string): DomainError {
  return new DomainError("UNAVAILABLE", `${what} The page is read again every few seconds instead.`, {
    retryable: true,
    retryAfter: 5,
  });
}
