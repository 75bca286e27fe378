import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { log } from "@/lib/core/log";
import { BARE_HEADERS } from "./bare-headers";
import { RESOURCES } from "./contract";
import { live } from "./live";
import { liveChanges } from "./live-changes";
import type { RouteHandler } from "./route";

// The contract's paths are answered by their handlers without passing through Next, whose share of a small request is the
// largest. What is not found here goes on to Next, which mounts the same handlers.

type Handlers = ReadonlyMap<string, RouteHandler>;

type Params = Record<string, string>;

const exact = new Map<string, Handlers>([
  ["/api/live", new Map(Object.entries(live))],
  ["/api/live/changes", new Map(Object.entries(liveChanges))],
]);
const patterns: { pattern: RegExp; handlers: Handlers }[] = [];
for (const { path, operations: _operations, ...methods } of RESOURCES) {
  const handlers: Handlers = new Map(Object.entries(methods));
  if (!path.includes("{")) exact.set(path, handlers);
  else {
    const pattern = path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    patterns.push({ pattern: new RegExp(`^${pattern}$`), handlers: handlers });
  }
}

/** The handler of a path and method, with what the path names, as Next would find it; null where there is none. */
export function findHandler(method: string, path: string): { handler: RouteHandler; params: Params } | null {
  const named = method === "HEAD" ? "GET" : method;
  const handler = exact.get(path)?.get(named);
  if (handler) return { handler, params: {} };
  for (const { pattern, handlers } of patterns) {
    const match = pattern.exec(path);
    const found = match && handlers.get(named);
    if (found) return { handler: found, params: { ...match.groups } };
  }
  return null;
}

/** Answers a request of the contract; false leaves it to whoever comes next. */
export function answerContract(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const found = findHandler(request.method ?? "GET", path);
  if (!found) return false;
  send(found, request, response).catch((error: unknown) => {
    log().error({ err: error }, "an answer could not be sent");
    response.destroy();
  });
  return true;
}

async function send(
  { handler, params }: { handler: RouteHandler; params: Params },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = new NodeRequest({ req: request, res: response });
  const answer = await handler(asked, { params: Promise.resolve(params) });
  // What the answer says itself comes after these, and wins.
  for (const [name, value] of BARE_HEADERS) response.setHeader(name, value);
  await sendNodeResponse(response, answer);
}
