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

// Next runs in a process of its own, so that a page takes no gateway's time. What the contract does not answer is passed on to it.

// Of one connection, not of the request: Node writes what the other connection needs. What a client's Connection header names is
// passed on all the same: both processes are one server, which has always read it.
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
// More than the pages process sends: a page's answer has a policy, cookies and links to what it needs.
const ANSWER_HEAD_BYTES_MAX = 64 * 1024;
const LOOK_MS = 2_000;

const REFUSALS = new Set(["ECONNREFUSED", "ENOENT", "EAGAIN"]);

// Sends the head. Node's `flushHeaders` would write it in UTF-8, and its bytes are those of the other side.
const NOTHING = Buffer.alloc(0);

const agent = new Agent({ keepAlive: true });

// Its absence is written down once, not with each request, and not before it was there: it starts more slowly than we do.
let isMissed = true;

/** Has the pages process answer, both ways piece by piece as they come. */
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
  // Whoever leaves before the end is answered no further, and after the end nobody waits for what is missing of a body.
  response.on("close", () => {
    if (response.writableFinished && request.complete) return;
    request.unpipe(asked);
    asked.destroy();
    request.resume();
  });
  // A body may take its time until its first piece.
  if (!isEmpty(request)) asked.write(NOTHING);
  request.pipe(asked);
}

const isEmpty = ({ headers }: IncomingMessage) =>
  headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

function headersFor({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  // HTTP/1.0 asks without one, which the version that we pass on in does not allow.
  const { host = new URL(env().PUBLIC_URL).host } = headers;
  const { request_id: requestId = "" } = logContext();
  const hop = hopHeader({ requestId, place: liveHub().place, peer: socket.remoteAddress });
  // Without its length or this, a body would be read as the next request on the connection.
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
  // What is made piece by piece may take its time until the first.
  if (answer.headers["content-length"] === undefined) response.write(NOTHING);
  // Whichever breaks off ends the other; nobody is left to be told.
  pipeline(answer, response, () => undefined);
}

/** Nobody listened, or too many wait to be let in: so nothing was done. */
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
