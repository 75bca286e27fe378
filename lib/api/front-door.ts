import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { assertSameOrigin } from "@/lib/auth/origin";
import { answerFrom } from "@/lib/core/client-network";
import { DomainError } from "@/lib/core/errors";
import { toDomainError } from "@/lib/core/outcome";
import { hopOf } from "./hop";
import { problemParts } from "./problem";

// Refuses requests that Next would answer with its own error, or would wrongly read.

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

// API and sign-in check credentials and origins themselves. A leading underscore belongs to Next.
const NO_PAGE = /^\/(api|admin|_next|__nextjs)/;

// Default policy, for static files and for Next's own answers.
const PLAIN_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

// A client that closed its side has either sent everything or left. After this silence the answer
// is abandoned.
const SILENT_MS_MAX = 5_000;

const guarded = new WeakSet<Server>();
const watched = new WeakSet<Socket>();

export type Answering = (request: IncomingMessage, response: ServerResponse) => boolean;

/** From now on the server's listeners get only accepted requests that `answer` does not handle. */
export function guardServer(server: Server, answer?: Answering): void {
  if (guarded.has(server)) return;
  guarded.add(server);
  // Waiting handlers answer such a client at once (disconnect.ts). Next's own handlers in
  // development would not.
  if (answer) Object.assign(server, { httpAllowHalfOpen: true });
  const inner = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const hop = hopOf(request);
    limitSilence(request.socket);
    // Requests that were passed on have been checked already.
    if (!hop && turnAway(request, response)) return;
    const forwarded = [request.headers["x-forwarded-for"]].flat().join(",");
    const peer = hop ? hop.peer : request.socket.remoteAddress;
    // Next would use its socket's address, which is missing here.
    if (peer) request.headers["x-forwarded-for"] ??= peer;
    answerFrom({ peer, forwarded }, () => {
      if (answer?.(request, response)) return;
      for (const listener of inner) listener.call(server, request, response);
    });
  });
}

function limitSilence(socket: Socket): void {
  if (watched.has(socket)) return;
  watched.add(socket);
  socket.once("end", () => socket.setTimeout(SILENT_MS_MAX));
}

/** Refuses malformed or forbidden requests and answers `OPTIONS *`; false lets the request pass. */
function turnAway(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = refusalOf(request);
  const malformed = refusal ? null : malformation(request);
  if (refusal) refuse(response, refusal);
  else if (malformed) refuseMalformed(response, malformed);
  else if (request.url === "*") response.setHeader("allow", METHODS).writeHead(204).end();
  else return false;
  return true;
}

/** Adds what every answer owes where nothing else has said it. */
export function addSafeHeaders(response: ServerResponse): void {
  response.setHeader("x-content-type-options", "nosniff");
  if (!response.hasHeader("content-security-policy"))
    response.setHeader("content-security-policy", PLAIN_POLICY);
}

function refusalOf(request: IncomingMessage): DomainError | null {
  const { method = "GET", headers } = request;
  if (method === "TRACE")
    return new DomainError("METHOD_NOT_ALLOWED", `TRACE is not supported. Use one of ${METHODS}.`);
  if (/%00/.test(pathOf(request)))
    return new DomainError("NOT_FOUND", "The path holds a NUL character, so nothing is there.");
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    return new DomainError(
      "UNSUPPORTED_MEDIA_TYPE",
      "The body has a Content-Encoding, which Countersign does not read. Nothing was done; send the body as it is.",
    );
  }
  return SAFE_METHODS.has(method) || NO_PAGE.test(pathOf(request)) ? null : foreignOrigin(headers);
}

/** Pages accept POST only as a server action. */
function foreignOrigin(headers: IncomingMessage["headers"]): DomainError | null {
  const asked = new Headers();
  for (const name of ["origin", "sec-fetch-site"] as const) {
    const value = headers[name];
    if (typeof value === "string") asked.set(name, value);
  }
  try {
    assertSameOrigin(asked);
    return null;
  } catch (thrown) {
    return toDomainError(thrown);
  }
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

type Malformed = { title: string; detail: string };

/** Requests without a usable URL, for any handler. */
function malformation(request: IncomingMessage): Malformed | null {
  const path = pathMalformation(request);
  if (path) return { title: "The path is not valid", detail: path };
  const host = hostMalformation(request);
  return host ? { title: "The Host header is not valid", detail: host } : null;
}

function pathMalformation(request: IncomingMessage): string | null {
  const path = pathOf(request);
  // `*` means the whole server and is valid for OPTIONS only.
  if (path === "*" && request.method !== "OPTIONS")
    return "The path is a star, which only OPTIONS may ask for. Nothing was done; send a path.";
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return "The path holds percent-escapes that are not UTF-8. Nothing was done; encode it as UTF-8.";
  }
}

// A name, or an address in brackets, and a port.
const HOST = /^([^\s/?#@\\[\]]*|\[[0-9a-f:.]+\])(:\d*)?$/i;

function hostMalformation({ headers, rawHeaders }: IncomingMessage): string | null {
  // Node keeps the first; a proxy may have used another (RFC 9112, section 3.2).
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
  if (hosts.length > 1) return "There is more than one Host header. Nothing was done; send one.";
  const host = headers.host || "localhost";
  if (HOST.test(host) && URL.canParse(`http://${host}/`)) return null;
  return "The Host header is not a host name with an optional port up to 65535. Nothing was done; send a valid one.";
}

function refuse(response: ServerResponse, refusal: DomainError): void {
  const requestId = randomUUID();
  const { status, headers, text } = problemParts(refusal, requestId, { "x-request-id": requestId });
  if (refusal.code === "METHOD_NOT_ALLOWED") response.setHeader("allow", METHODS);
  send(response, status, headers, text);
}

/** The contract has no error code for a bad URL, because such a request matches no path. */
function refuseMalformed(response: ServerResponse, malformed: Malformed): void {
  const problem = {
    type: "about:blank",
    ...malformed,
    status: 400,
    request_id: randomUUID(),
    retryable: false,
  };
  const headers = {
    "x-request-id": problem.request_id,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  send(response, 400, headers, JSON.stringify(problem));
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, text: string): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The rest of the body is not read.
  response.setHeader("connection", "close");
  response.writeHead(status).end(text);
}
