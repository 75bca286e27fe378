import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { whenFinished } from "./harness";
import { RawReplies, type RawRequest, type RawScript } from "./raw-replies";

/** `$id` in the body is the id of the request. */
type Refusal = { status: number; body: string; type?: string };
type Received = { method?: string; session: string | undefined; text: string };

/** A scripted server over Streamable HTTP, which forgets sessions that a test removes. */
export class RawHttp {
  readonly received: Received[] = [];
  readonly sessions = new Set<string>();
  /** The response to requests of unknown sessions. */
  unknown: Refusal = {
    status: 404,
    body: '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
  };
  /** Refuses a request of a known session. */
  refuse: (request: RawRequest) => Refusal | undefined = () => undefined;
  /** Responds with an event stream instead of JSON. */
  streams = false;
  readonly #replies: RawReplies;
  #url = "";

  constructor(script: RawScript = {}) {
    this.#replies = new RawReplies(script);
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    whenFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return this;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const text = Buffer.concat(chunks).toString("utf8");
    const message = JSON.parse(text) as RawRequest;
    const session = request.headers["mcp-session-id"] as string | undefined;
    this.received.push({ method: message.method, session, text });
    const begins = message.method === "initialize";
    const refusal = begins || this.sessions.has(session ?? "") ? this.refuse(message) : this.unknown;
    if (refusal) {
      const headers = { "content-type": refusal.type ?? "application/json" };
      return void response
        .writeHead(refusal.status, headers)
        .end(refusal.body.replaceAll("$id", JSON.stringify(message.id)));
    }
    const id = session ?? randomUUID();
    if (begins) this.sessions.add(id);
    const headers = begins ? { "mcp-session-id": id } : {};
    const lines = this.#replies.to(message);
    if (lines.length === 0) return void response.writeHead(202, headers).end();
    const type = this.streams ? "text/event-stream" : "application/json";
    response.writeHead(200, { ...headers, "content-type": type });
    response.end(
      this.streams ? lines.map((line) => `event: message\r\ndata: ${line}\r\n\r\n`).join("") : lines[0],
    );
  }
}
