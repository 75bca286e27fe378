import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { keepLogContext } from "@/lib/core/log";
import { keepOutageNote } from "@/lib/core/outage";
import { keepPlace } from "@/lib/live/place";
import { logAnswer } from "./answer-log";
import { type Answering, addSafeHeaders, guardServer } from "./front-door";
import { takeHop } from "./hop";

// Applies to every answer, pages and API: what no handler can do itself.

const AWAY_RETRY_SECONDS = "2";

const STARTED = "http.server.request.start";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

const store = globalThis as { countersignClosing?: boolean };

/** From now on each answer closes its connection, so that the server can close. */
export function closeConnections(): void {
  store.countersignClosing = true;
}

/** Whether the process is shutting down and should open nothing long-lived. */
export function isClosing(): boolean {
  return store.countersignClosing === true;
}

type Watching = {
  answer?: Answering;
  /** Every request comes from the API process, which has described it. */
  isBehind?: boolean;
};

/**
 * Corrects the head of every answer before it is sent. Call once before the server listens.
 * @returns a function that stops it
 */
export function watchAnswers({ answer, isBehind = false }: Watching = {}): () => void {
  const watch = (message: unknown) => {
    const { request, response, server } = message as Started;
    guardServer(server, answer);
    const note = { met: false };
    keepOutageNote(note);
    const hop = isBehind ? takeHop(request) : undefined;
    if (hop) keepPlace(hop.place);
    const requestId = hop?.requestId ?? randomUUID();
    keepLogContext({ request_id: requestId });
    // The API process logs requests that it passed on.
    if (!hop) logAnswer(request, response, requestId);
    // The head of a stream is sent long before, so its connection closes at its end.
    response.once("finish", () => isClosing() && request.socket.end());
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      // Without a status text, Node's own is used, which people read.
      if (rest[0] === "") rest.shift();
      if (isClosing()) response.setHeader("connection", "close");
      addSafeHeaders(response);
      // An API route sets its own request id.
      if (!response.hasHeader("x-request-id")) response.setHeader("x-request-id", requestId);
      if (!note.met || !isFailedPage(request, response, status)) return writeHead(status, ...rest);
      response.setHeader("retry-after", AWAY_RETRY_SECONDS);
      response.statusMessage = "";
      return writeHead(503);
    };
  };
  subscribe(STARTED, watch);
  return () => void unsubscribe(STARTED, watch);
}

/**
 * Detects a failed page, or a failed part fetched by a browser, which Next sends with status 200.
 */
function isFailedPage({ method }: IncomingMessage, response: ServerResponse, status: number): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return status === 500 || String(response.getHeader("content-type")).startsWith("text/x-component");
}
