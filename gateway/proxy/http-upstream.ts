import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type InitializeRequest, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { ConfigError } from "./config-error";
import { mendedEvents } from "./event-stream";
import { restored } from "./exact-numbers";
import { log, reason } from "./log";
import { isObject, type Members, readMessages } from "./odd-messages";
import { VerbatimArguments } from "./verbatim";

const SESSION = "mcp-session-id";
/** Starts a session. Other requests wait during a restart. */
const HANDSHAKE: ReadonlySet<string> = new Set(["initialize", "notifications/initialized"]);
/** With this code a server refuses a request for its session. */
const SESSION_NOT_FOUND = -32001;

type Target = { url: string; authorization?: string };
type Sent = { method: string; id: unknown; params?: unknown };

/**
 * A server over Streamable HTTP. If it forgets the session, the next request starts a new one and
 * is sent again.
 */
export class HttpUpstream {
  readonly verbatim = new VerbatimArguments();
  readonly transport: StreamableHTTPClientTransport;
  /** Called after a request succeeded in a new session, with its method. */
  onRenewed?: (by: string) => void;
  #client: Client | undefined;
  #session: string | null = null;
  #handshake: Members = {};
  #renewing: Promise<void> | undefined;

  constructor(private readonly target: Target) {
    const { url, authorization } = target;
    this.transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: authorization ? { headers: { authorization } } : undefined,
      fetch: (input, init) => this.#fetch(input, init),
    });
  }

  /** @throws Error when the server does not speak MCP */
  async connect(client: Client): Promise<void> {
    this.#client = client;
    await client.connect(this.transport);
  }

  async #fetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const sent = sentIn(init.body);
    const body = typeof init.body === "string" ? restored(this.verbatim.splice(init.body)) : init.body;
    if (sent && !HANDSHAKE.has(sent.method)) await this.#renewing?.catch(() => undefined);
    const session = sent?.method === "initialize" ? null : this.#session;
    const send = async (inSession: string | null) => {
      const headers = headersIn(inSession, init);
      return notAPage(this.target.url, await fetch(input, { ...init, headers, body }));
    };
    const answer = await send(session);
    if (sent?.method === "initialize" && answer.ok) {
      this.#session = answer.headers.get(SESSION);
      if (isObject(sent.params)) this.#handshake = sent.params;
    }
    if (!sent || !(await this.#isForgotten(answer, sent, session, init))) return mended(answer);
    if (!(await this.#renew(session))) return answer;
    answer.body?.cancel().catch(() => undefined);
    const again = await send(this.#session);
    if (again.ok) this.onRenewed?.(sent.method);
    return mended(again);
  }

  /**
   * Whether the server refused a request for an unknown session, so that it cannot have acted on
   * it.
   */
  async #isForgotten(
    answer: Response,
    sent: Sent,
    session: string | null,
    init: RequestInit,
  ): Promise<boolean> {
    if (answer.status !== 404 && answer.status !== 400) return false;
    if (session === null || sent.id === undefined) return false;
    if (session !== this.#session) return true;
    const error = await errorIn(answer.clone());
    const isAboutRequest = error?.id === sent.id && error.code !== SESSION_NOT_FOUND;
    return (answer.status === 404 && !isAboutRequest) || !(await this.#isAlive(session, init));
  }

  /** These statuses have many causes: the session is alive if it responds to a ping. */
  async #isAlive(session: string, init: RequestInit): Promise<boolean> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: "countersign-session-check", method: "ping" });
    const answer = await fetch(this.target.url, { ...init, headers: headersIn(session, init), body });
    answer.body?.cancel().catch(() => undefined);
    return answer.status !== 400 && answer.status !== 404;
  }

  /** Starts a new session unless another request already did. @returns whether there is one */
  async #renew(forgotten: string | null): Promise<boolean> {
    if (!this.#renewing && forgotten !== this.#session) return true;
    this.#renewing ??= this.#begin().finally(() => {
      this.#renewing = undefined;
    });
    try {
      await this.#renewing;
      return true;
    } catch (error) {
      log("warn", "The upstream server has forgotten the session, and a new one did not begin.", {
        reason: reason(error),
      });
      return false;
    }
  }

  async #begin(): Promise<void> {
    const client = this.#client;
    if (!client) throw new Error("not connected yet");
    const request = { method: "initialize", params: this.#handshake } as InitializeRequest;
    const { protocolVersion } = await client.request(request, ResultSchema);
    if (typeof protocolVersion === "string") this.transport.setProtocolVersion(protocolVersion);
    await client.notification({ method: "notifications/initialized" });
    log("info", "The upstream server had forgotten the session; a new one started.");
  }
}

function headersIn(session: string | null, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  if (session === null) headers.delete(SESSION);
  else headers.set(SESSION, session);
  return headers;
}

/** The request or notification in a body; nothing for a response, a stream or a batch. */
function sentIn(body: RequestInit["body"]): Sent | undefined {
  const message: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
  if (!isObject(message) || typeof message.method !== "string") return undefined;
  return { method: message.method, id: message.id, params: message.params };
}

async function errorIn(answer: Response): Promise<{ id: unknown; code: unknown } | undefined> {
  try {
    const message: unknown = JSON.parse(await answer.text());
    return isObject(message) && isObject(message.error)
      ? { id: message.id, code: message.error.code }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The response with messages repaired for the SDK. */
async function mended(answer: Response): Promise<Response> {
  if (!answer.ok || answer.status === 202 || !answer.body) return answer;
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  if (headers.get("content-type")?.includes("text/event-stream"))
    return new Response(mendedEvents(answer.body), { status, statusText, headers });
  const text = await answer.text();
  try {
    const messages = readMessages(text);
    headers.set("content-type", "application/json");
    return new Response(JSON.stringify(messages), { status, statusText, headers });
  } catch {
    return new Response(text, { status, statusText, headers });
  }
}

/** @throws Error in one line for a web page: the address of a site, or a proxy's error */
function notAPage(url: string, answer: Response): Response {
  if (!answer.headers.get("content-type")?.includes("html")) return answer;
  answer.body?.cancel().catch(() => undefined);
  // An address may contain a password or token, and agents read this.
  const what = `UPSTREAM_URL ${new URL(url).origin} responded with a web page (status ${answer.status}), not MCP`;
  if (!answer.ok) throw new Error(`${what}.`);
  throw new ConfigError(
    `${what}: expected the address of a Streamable HTTP endpoint, often one that ends in /mcp.`,
  );
}
