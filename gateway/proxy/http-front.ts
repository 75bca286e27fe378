import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isInitializeRequest, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { GatewayConfig } from "./config";
import { restored } from "./exact-numbers";
import { log, reason } from "./log";
import { IncomingArguments } from "./verbatim";

const BODY_BYTES_MAX = 4 * 1024 * 1024;

type Front = {
  transport: StreamableHTTPServerTransport;
  incoming: IncomingArguments;
  open: number;
  usedAt: number;
};
type OpenSession = (transport: Transport, incoming: IncomingArguments, onClose: () => void) => Promise<void>;

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function assertAllowed(request: IncomingMessage, listen: NonNullable<GatewayConfig["listen"]>): void {
  // Browsers send Origin, MCP agents do not. Refusing it keeps web pages away from a local gateway.
  if (request.headers.origin) throw new Refusal(403, "Requests from web pages are not accepted.");
  const given = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  if (listen.token && !sameSecret(given, listen.token))
    throw new Refusal(401, "A bearer token is needed (LISTEN_TOKEN).");
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Refusal(413, `A message has at most ${BODY_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}

/** The SDK serialises messages itself and writes each in one piece. */
function writeExactly(response: ServerResponse): void {
  const write = response.write.bind(response) as (chunk: unknown, ...rest: unknown[]) => boolean;
  response.write = (chunk: unknown, ...rest: unknown[]) =>
    write(
      chunk instanceof Uint8Array ? Buffer.from(restored(Buffer.from(chunk).toString("utf8"))) : chunk,
      ...rest,
    );
}

/** Streamable HTTP for several agents, each with its own session. */
class HttpFront {
  readonly #fronts = new Map<string, Front>();

  constructor(
    private readonly listen: NonNullable<GatewayConfig["listen"]>,
    private readonly openSession: OpenSession,
  ) {}

  /** Ends sessions idle for `ms`: most agents leave without a message. */
  endIdle(ms: number): void {
    const since = performance.now() - ms;
    for (const front of this.#fronts.values())
      if (front.open === 0 && front.usedAt < since) void front.transport.close();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? "/", "http://gateway").pathname !== "/mcp")
      throw new Refusal(404, "MCP is served at /mcp.");
    assertAllowed(request, this.listen);
    const text = request.method === "POST" ? await readText(request) : undefined;
    const body = text === undefined ? undefined : parse(text);
    const front = await this.#frontOf(request, body);
    const message = JSONRPCMessageSchema.safeParse(body);
    if (text !== undefined && message.success) front.incoming.note(message.data, text);
    writeExactly(response);
    front.open++;
    response.once("close", () => {
      front.open--;
      front.usedAt = performance.now();
    });
    try {
      await front.transport.handleRequest(request, response, body);
    } finally {
      // A refused initialize created no usable session.
      if (!front.transport.sessionId) await front.transport.close();
    }
  }

  async #frontOf(request: IncomingMessage, body: unknown): Promise<Front> {
    const id = request.headers["mcp-session-id"];
    if (id === undefined) {
      if (isInitializeRequest(body)) return this.#open();
      throw new Refusal(400, "This request names no session. Send initialize first.");
    }
    const front = this.#fronts.get(String(id));
    if (!front) throw new Refusal(404, "This session is over. Start a new one with initialize.");
    return front;
  }

  async #open(): Promise<Front> {
    const incoming = new IncomingArguments();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#fronts.set(id, front),
    });
    const front: Front = { transport, incoming, open: 0, usedAt: performance.now() };
    await this.openSession(transport, incoming, () => {
      if (transport.sessionId) this.#fronts.delete(transport.sessionId);
    });
    return front;
  }
}

/** Serves MCP at `http://host:port/mcp`. */
export async function listenForAgents(
  listen: NonNullable<GatewayConfig["listen"]>,
  idleSeconds: number,
  openSession: OpenSession,
): Promise<{ port: number; server: Server }> {
  const front = new HttpFront(listen, openSession);
  const server = createServer((request, response) => {
    front.handle(request, response).catch((error) => {
      const status = error instanceof Refusal ? error.status : 500;
      if (status === 500) log("error", "An agent's request failed.", { reason: reason(error) });
      if (response.headersSent) return void response.end();
      const message = status === 500 ? "The gateway failed on this request; see its log." : reason(error);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }));
    });
  });
  const sweep = setInterval(
    () => front.endIdle(idleSeconds * 1000),
    Math.max(50, Math.min(60_000, idleSeconds * 250)),
  );
  server.once("close", () => clearInterval(sweep));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(`LISTEN ${listen.host}:${listen.port}: ${error.message}`)),
    );
    server.listen(listen.port, listen.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, server };
}
