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

// What every answer owes and no handler can see to: pages as well as the API.

const AWAY_RETRY_SECONDS = "2";

const STARTED = "http.server.request.start";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

const store = globalThis as { countersignClosing?: boolean };

/** From now on each answer ends its connection, so that the server can close. */
export function closeConnections(): void {
  store.countersignClosing = true;
}

/** Whether the process is ending: nothing should be opened that stays open. */
export function isClosing(): boolean {
  return store.countersignClosing === true;
}

type Watching = {
  /** Answers what need not reach the server's own listeners. */
  answer?: Answering;
  /** Every request comes from the API process, which has told us of it. */
  isBehind?: boolean;
};

/** Corrects the head of every answer just before it is sent. Called once, before the server listens. Answers how to stop. */
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
    // Of what was passed on, the process at the door writes the line.
    if (!hop) logAnswer(request, response, requestId);
    // Of a stream the head has long been sent: its connection ends when the stream does.
    response.once("finish", () => isClosing() && request.socket.end());
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      // A Response without a status text is sent with Node's own, which people read.
      if (rest[0] === "") rest.shift();
      if (isClosing()) response.setHeader("connection", "close");
      addSafeHeaders(response);
      // A route of the API has named the request by itself.
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

/** A page that Next could not make, or the part of one that a browser fetches: that one is sent as if nothing had failed. */
function isFailedPage({ method }: IncomingMessage, response: ServerResponse, status: number): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return status === 500 || String(response.getHeader("content-type")).startsWith("text/x-component");
}
