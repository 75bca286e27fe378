import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { SECOND_MS } from "@/lib/core/durations";

// A stand-in for Slack: the documented Web API methods that Countersign calls, and the protocol of Socket Mode.

/** Slack shows people an error if an envelope is not acknowledged by then. */
const ACKNOWLEDGE_MS_MAX = 3 * SECOND_MS;

export const BOT_TOKEN = "xoxb-stand-in-token";
export const APP_TOKEN = "xapp-stand-in-token";
export const SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5".replaceAll(/[^0-9a-f]/g, "0");
export const TEAM = "T0STANDIN";

type Args = Record<string, unknown>;
type SlackCall = { method: string; token: string | null; args: Args };
type Posted = { channel: string; ts: string; args: Args };
type Reply =
  | { error: string; needed?: string }
  | { status: number; headers?: Record<string, string> }
  | "cut";

export type SlackStandIn = {
  /** For SLACK_API_URL. */
  apiUrl: string;
  calls: SlackCall[];
  messages: Posted[];
  /** What was posted to a `response_url`. */
  responses: Args[];
  responseUrl: string;
  /** Next answers of a method, in place of the usual one. `cut`: done, but the connection ends before the answer. */
  answerNext(method: string, ...replies: Reply[]): void;
  callsOf(method: string): Args[];
  connections(): number;
  /** Sends an envelope over the newest connection. @returns its acknowledgement */
  push(type: string, payload: object, envelopeId?: string): Promise<Args>;
  /** Envelopes that were not acknowledged in time. */
  late(): number;
  /** Asks every connection to reconnect, as Slack does before it recycles a container. */
  disconnect(reason: string): void;
  /** Ends the connections without a word. */
  cutConnections(): void;
  close(): Promise<void>;
};

/** Starts it on a free port of the loopback interface. */
export async function aSlack(): Promise<SlackStandIn> {
  const state = new Workspace();
  const server = createServer((request, response) => void state.answer(request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => state.connected(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.port = (server.address() as AddressInfo).port;
  const { calls, messages, responses } = state;
  return {
    apiUrl: `http://127.0.0.1:${state.port}/api/`,
    responseUrl: `http://127.0.0.1:${state.port}/response`,
    ...{ calls, messages, responses },
    answerNext: (method, ...replies) =>
      state.replies.set(method, [...(state.replies.get(method) ?? []), ...replies]),
    callsOf: (method) => calls.filter((call) => call.method === method).map(({ args }) => args),
    connections: () => sockets.clients.size,
    push: (type, payload, envelopeId) => state.push(type, payload, envelopeId),
    late: () => state.late,
    disconnect: (reason) => {
      for (const socket of sockets.clients) socket.send(JSON.stringify({ type: "disconnect", reason }));
    },
    cutConnections: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

class Workspace {
  port = 0;
  late = 0;
  readonly calls: SlackCall[] = [];
  readonly messages: Posted[] = [];
  readonly responses: Args[] = [];
  readonly replies = new Map<string, Reply[]>();
  private readonly open: WebSocket[] = [];
  private readonly acknowledging = new Map<string, (payload: Args) => void>();
  private made = 0;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "/";
    if (path === "/response") {
      this.responses.push(JSON.parse(body) as Args);
      response.end("ok");
      return;
    }
    const method = path.replace(/^\/api\//, "");
    const args = argsOf(body);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    this.calls.push({ method, token, args });
    const [reply] = this.replies.get(method)?.splice(0, 1) ?? [];
    if (reply === "cut") {
      this.does(method, args);
      response.destroy();
    } else if (reply && "status" in reply) response.writeHead(reply.status, reply.headers).end();
    else
      json(
        response,
        reply ? { ok: false, ...reply } : (this.allowed(method, token) ?? this.does(method, args)),
      );
  }

  private allowed(method: string, token: string | null): Args | null {
    const wanted = method === "apps.connections.open" ? APP_TOKEN : BOT_TOKEN;
    return token === wanted ? null : { ok: false, error: "invalid_auth" };
  }

  private does(method: string, args: Args): Args {
    const make = this.methods[method];
    return make ? { ok: true, ...make(args) } : { ok: false, error: "unknown_method" };
  }

  private readonly methods: Record<string, (args: Args) => Args> = {
    "auth.test": () => ({
      team: "Stand-in",
      team_id: TEAM,
      user: "countersign",
      user_id: "U0BOT",
      bot_id: "B0BOT",
    }),
    "apps.connections.open": () => ({ url: `ws://127.0.0.1:${this.port}/link` }),
    "chat.postMessage": (args) => this.post(args),
    "chat.postEphemeral": () => ({ message_ts: this.ts() }),
    "chat.update": (args) => this.update(args),
    "conversations.open": ({ users }) => ({ channel: { id: conversation(String(users)) } }),
    "conversations.list": () => ({ channels: [{ id: conversation("approvals"), name: "approvals" }] }),
    "conversations.history": ({ channel }) => ({ messages: this.list(channel, null) }),
    "conversations.replies": ({ channel, ts }) => ({ messages: this.list(channel, ts) }),
    "views.open": ({ view }) => ({ view: { id: `V${this.calls.length}`, ...(view as Args) } }),
    "views.update": ({ view }) => ({ view }),
  };

  private ts(): string {
    this.made += 1;
    return `${Math.floor(Date.now() / SECOND_MS)}.${String(this.made).padStart(6, "0")}`;
  }

  private post(args: Args): Args {
    const posted = { channel: conversation(String(args.channel)), ts: this.ts(), args };
    this.messages.push(posted);
    return { channel: posted.channel, ts: posted.ts };
  }

  private update(args: Args): Args {
    const found = this.messages.find(({ channel, ts }) => channel === args.channel && ts === args.ts);
    if (!found) return { ok: false, error: "message_not_found" };
    found.args = { ...found.args, ...args };
    return { channel: found.channel, ts: found.ts };
  }

  private list(channel: unknown, thread: unknown): Args[] {
    return this.messages
      .filter((one) => one.channel === channel && (thread === null || one.args.thread_ts === thread))
      .map(({ ts, args }) => ({ ts, metadata: args.metadata }));
  }

  connected(socket: WebSocket): void {
    this.open.push(socket);
    socket.send(JSON.stringify({ type: "hello", num_connections: 1 }));
    socket.on("message", (data) => {
      const { envelope_id: id, payload } = JSON.parse(String(data)) as { envelope_id: string; payload: Args };
      this.acknowledging.get(id)?.(payload);
    });
  }

  push(type: string, payload: object, envelopeId = `E${this.ts()}`): Promise<Args> {
    const socket = this.open.findLast(({ readyState, OPEN }) => readyState === OPEN);
    if (!socket) throw new Error("the app is not connected");
    const acknowledged = new Promise<Args>((resolve) => {
      const clock = setTimeout(() => {
        this.late += 1;
      }, ACKNOWLEDGE_MS_MAX);
      this.acknowledging.set(envelopeId, (answer) => {
        clearTimeout(clock);
        resolve(answer);
      });
    });
    socket.send(JSON.stringify({ type, envelope_id: envelopeId, payload, accepts_response_payload: true }));
    return acknowledged;
  }
}

/** A message to a member is posted to the conversation with them; a channel may be named. */
function conversation(place: string): string {
  if (/^[UW]/.test(place)) return `D${place.slice(1)}`;
  return /^[A-Z]/.test(place) ? place : `C0${place.replace("#", "").toUpperCase()}`;
}

function argsOf(body: string): Args {
  const given = [...new URLSearchParams(body)].map(([name, text]) => [name, parsedValue(text)] as const);
  return Object.fromEntries(given);
}

function parsedValue(text: string): unknown {
  if (!/^[[{]|^(true|false)$/.test(text)) return text;
  return JSON.parse(text);
}

function json(response: ServerResponse, body: Args): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
