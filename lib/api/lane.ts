import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { log } from "@/lib/core/log";
import { noteAnswer } from "./answer-log";
import { BARE_HEADERS } from "./bare-headers";
import { RESOURCES } from "./contract";
import { live } from "./live";
import { liveChanges } from "./live-changes";
import { nothingHere } from "./nothing-here";
import type { RouteHandler } from "./route";

// Answers contract paths without Next, whose overhead dominates small requests. Runs in the API
// process, or in Next's process if that runs alone. Other paths go to Next, which mounts the same
// handlers.

type Handlers = ReadonlyMap<string, RouteHandler>;

type Params = Record<string, string>;

type Found = { handler: RouteHandler; params: Params; route: string };

const exact = new Map<string, Handlers>([
  ["/api/live", new Map(Object.entries(live))],
  ["/api/live/changes", new Map(Object.entries(liveChanges))],
]);
const patterns: { route: string; pattern: RegExp; handlers: Handlers }[] = [];
for (const { path, operations: _operations, ...methods } of RESOURCES) {
  const handlers: Handlers = new Map(Object.entries(methods));
  if (!path.includes("{")) exact.set(path, handlers);
  else {
    const pattern = path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    patterns.push({ route: path, pattern: new RegExp(`^${pattern}$`), handlers });
  }
}

/**
 * The handler of a path and method with its path parameters, as Next would find it; null if there
 * is none.
 */
export function findHandler(method: string, path: string): Found | null {
  const named = method === "HEAD" ? "GET" : method;
  const handler = exact.get(path)?.get(named);
  if (handler) return { handler, params: {}, route: path };
  for (const { route, pattern, handlers } of patterns) {
    const match = pattern.exec(path);
    const found = match && handlers.get(named);
    if (found) return { handler: found, params: decoded(match.groups ?? {}), route };
  }
  return null;
}

/** Decodes parameters. The front door has refused undecodable ones. */
function decoded(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
}

export function answerContract(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const found = findHandler(request.method ?? "GET", path);
  if (!found) return false;
  send(found, request, response);
  return true;
}

/** Answers what is no path of the contract, where no pages are served. */
export function answerNothing(request: IncomingMessage, response: ServerResponse): void {
  send({ handler: nothingHere.GET, params: {}, route: "unknown" }, request, response);
}

function send(found: Found, request: IncomingMessage, response: ServerResponse): void {
  answerBy(found, request, response).catch((error: unknown) => {
    log().error({ err: error }, "an answer could not be sent");
    response.destroy();
  });
}

async function answerBy(
  { handler, params, route }: Found,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  noteAnswer({ route });
  const asked = new NodeRequest({ req: request, res: response });
  const answer = await handler(asked, { params: Promise.resolve(params) });
  // The answer's own headers override these.
  for (const [name, value] of BARE_HEADERS) response.setHeader(name, value);
  await sendNodeResponse(response, answer);
}
