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

// What Next would answer with an error of its own, or would read although it must not, is refused before Next sees it.

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

// The API and the sign-in judge credentials and origins themselves; what begins with an underscore is Next's own.
const NO_PAGE = /^\/(api|admin|_next|__nextjs)/;

// For an answer without a policy of its own: static files, and what Next answers without asking us.
const PLAIN_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

// A client that closed its side has either sent all it has to send, or left. Until an answer is sent, both look alike: an answer that
// stays silent for so long is given up.
const SILENT_MS_MAX = 5_000;

const guarded = new WeakSet<Server>();
const watched = new WeakSet<Socket>();

/** Answers a request, or says that it leaves it to the server's own listeners. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => boolean;

/** From the next request on, the server's listeners get only what we let through, and what `answer` leaves to them. */
export function guardServer(server: Server, answer?: Answering): void {
  if (guarded.has(server)) return;
  guarded.add(server);
  // Handlers that wait long answer such a client at once (leaving.ts). In development Next's own handlers would not.
  if (answer) Object.assign(server, { httpAllowHalfOpen: true });
  const inner = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const hop = hopOf(request);
    limitSilence(request.socket);
    // What was passed on has been through this door.
    if (!hop && turnAway(request, response)) return;
    const forwarded = [request.headers["x-forwarded-for"]].flat().join(",");
    const peer = hop ? hop.peer : request.socket.remoteAddress;
    // Next would write its own socket's address here, which is none.
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

/** Refuses a malformed or forbidden request, and answers one to the server as a whole; false lets it through. */
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

/** Pages take a POST only as a server action. */
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

/** What no address can be made of, whoever would answer at it. */
function malformation(request: IncomingMessage): Malformed | null {
  const path = pathMalformation(request);
  if (path) return { title: "The path is not valid", detail: path };
  const host = hostMalformation(request);
  return host ? { title: "The Host header is not valid", detail: host } : null;
}

function pathMalformation(request: IncomingMessage): string | null {
  const path = pathOf(request);
  // A star is the server as a whole, which only OPTIONS asks about.
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
  // Node keeps the first; a server before this one may have judged by another (RFC 9112, section 3.2).
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

/** No error code of the contract is about an address: it has none. */
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
