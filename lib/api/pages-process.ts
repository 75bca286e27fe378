import "server-only";
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";
import { env } from "@/lib/core/env";
import { log, logContext } from "@/lib/core/log";
import { liveHub } from "@/lib/live/hub";
import { hopHeader } from "./hop";
import { sayAway } from "./pages-away";

// Next runs in its own process, so that pages do not delay gateways. Requests outside the contract
// are passed to it.

// Hop-by-hop headers, which Node sets per connection. Headers named in a client's Connection header
// are passed on anyway, because both processes are one server.
const OF_THE_CONNECTION = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
// Larger than any head of the pages process: a page has a policy, cookies and preload links.
const ANSWER_HEAD_BYTES_MAX = 64 * 1024;
const LOOK_MS = 2_000;

const REFUSALS = new Set(["ECONNREFUSED", "ENOENT", "EAGAIN"]);

// Sends the head. `flushHeaders` would re-encode it as UTF-8 and change the other side's bytes.
const NOTHING = Buffer.alloc(0);

const agent = new Agent({ keepAlive: true });

// Logs an outage once, not per request, and not before the pages process has started.
let isMissed = true;

/** Passes a request to the pages process and streams both bodies. */
export function passOn(request: IncomingMessage, response: ServerResponse): void {
  const asked = open({
    agent,
    socketPath: env().COUNTERSIGN_PAGES,
    method: request.method,
    path: request.url,
    headers: headersFor(request),
    setHost: false,
    maxHeaderSize: ANSWER_HEAD_BYTES_MAX,
  });
  asked.on("response", (answer) => passBack(answer, response));
  asked.on("error", (error) => {
    request.unpipe(asked);
    if (response.destroyed) return;
    if (!isMissed) log().warn({ err: error }, "the pages process does not answer");
    isMissed = true;
    if (response.headersSent) response.destroy();
    else sayAway(request, response, isRefusal(error));
  });
  // Ends the answer if the client leaves, and stops reading the rest of a body after the answer.
  response.on("close", () => {
    if (response.writableFinished && request.complete) return;
    request.unpipe(asked);
    asked.destroy();
    request.resume();
  });
  // A body may take time until its first chunk.
  if (!isEmpty(request)) asked.write(NOTHING);
  request.pipe(asked);
}

const isEmpty = ({ headers }: IncomingMessage) =>
  headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

function headersFor({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  // HTTP/1.0 has no Host header, but HTTP/1.1 needs one.
  const { host = new URL(env().PUBLIC_URL).host } = headers;
  const { request_id: requestId = "" } = logContext();
  const hop = hopHeader({ requestId, place: liveHub().place, peer: socket.remoteAddress });
  // Without a length or this, the body would be parsed as the next request.
  const framing = "transfer-encoding" in headers ? { "transfer-encoding": "chunked" } : {};
  return { ...ofTheRequest(headers), host, ...framing, ...hop };
}

function ofTheRequest(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

function passBack(answer: IncomingMessage, response: ServerResponse): void {
  isMissed = false;
  for (const [name, value] of Object.entries(ofTheRequest(answer.headers)))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage);
  // A streamed answer may take time until its first chunk.
  if (answer.headers["content-length"] === undefined) response.write(NOTHING);
  // An error on either side ends the other.
  pipeline(answer, response, () => undefined);
}

/** The connection was refused, so nothing was executed. */
const isRefusal = ({ code }: NodeJS.ErrnoException) => code !== undefined && REFUSALS.has(code);

/** Whether pages can be read: also where no other process serves them. */
export function arePagesUp(): Promise<boolean> {
  const { COUNTERSIGN_PAGES: socketPath } = env();
  if (!socketPath) return Promise.resolve(true);
  return new Promise((resolve) => {
    const asked = open(
      { agent, socketPath, method: "HEAD", path: "/icon.svg", headers: { host: "localhost" } },
      (answer) => resolve(answer.resume().statusCode === 200),
    );
    asked.on("error", () => resolve(false));
    asked.setTimeout(LOOK_MS, () => asked.destroy());
    asked.end();
  });
}
