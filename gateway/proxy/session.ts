import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
  type Notification,
  type Progress,
  ResultSchema,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { withoutKnownTags } from "../lint/known-tags";
import type { AgentLink, Peer } from "./agent-link";
import type { Catalogue } from "./catalogue";
import type { Cheatsheet } from "./cheatsheet";
import type { Caller, Gate } from "./gate";
import type { KnownTools } from "./known-tools";
import { faultOf, log, reason } from "./log";
import type { OwnTools } from "./own-tools";
import { serveLevels, servePrompts, serveResources, serveSubscriptions } from "./resources";
import { acceptableName } from "./row";
import { advertise } from "./schema";
import type { Subscriptions, Watcher } from "./subscriptions";
import type { Upstream } from "./upstream";
import type { IncomingArguments } from "./verbatim";

export type SessionDeps = {
  provider: string;
  upstream: Upstream;
  catalogue: Catalogue;
  cheatsheet: Cheatsheet;
  knownTools: KnownTools;
  gate: Gate;
  ownTools: OwnTools;
  agent: AgentLink;
  subscriptions: Subscriptions;
};

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const HELD_MAX = 100;
const INSTRUCTIONS =
  "Calls go through Countersign: every tool needs a rationale, and some calls wait for a person. While a call is held, " +
  "wait for its answer; do not look for another way to the same effect. When a tool blocks you, call submit_feedback.";

/** Why a method is unavailable. */
const NOT_OFFERED: Record<string, string> = {
  "logging/setLevel":
    "The gateway offers no log levels here: the server has none, or several agents share its connection.",
  "resources/subscribe": "The server offers no subscriptions to resources.",
  "resources/unsubscribe": "The server offers no subscriptions to resources.",
};

/** One connected agent. */
export class Session {
  readonly #server: Server;
  readonly #sessionId: string = randomUUID();
  /** Approvals of this session's calls without a known end, oldest first. */
  readonly #held = new Set<string>();
  /** The client's id of each tool's last call. */
  readonly #calls = new Map<string, string>();

  constructor(
    private readonly deps: SessionDeps,
    private readonly incoming: IncomingArguments,
    knownTools: string | null = null,
  ) {
    const upstream = deps.upstream.client.getServerCapabilities();
    // A server could place a forged known-tools block before ours.
    const theirs = withoutKnownTags(deps.upstream.client.getInstructions() ?? "");
    const instructions = [theirs, INSTRUCTIONS, knownTools].filter(Boolean).join("\n\n");
    this.#server = new Server(serverInfo(deps), {
      instructions,
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, ...(upstream?.resources?.subscribe ? { subscribe: true } : {}) },
        // Even if the server declares none: some send log messages anyway.
        ...(deps.agent.isShared ? {} : { logging: {} }),
        ...(upstream?.prompts ? { prompts: { listChanged: true } } : {}),
        ...(upstream?.completions ? { completions: {} } : {}),
      },
    });
    this.#server.setRequestHandler(ListToolsRequestSchema, () => this.#listTools());
    // A fallback handler, because the SDK validates results of tools/call and refuses unknown
    // content.
    this.#server.fallbackRequestHandler = (request, extra) => this.#answer(request, extra);
    serveResources(this.#server, deps);
    serveSubscriptions(this.#server, deps, this.#watcher);
    servePrompts(this.#server, deps.upstream);
    serveLevels(this.#server, deps);
    this.#server.setNotificationHandler(RootsListChangedNotificationSchema, () => this.#rootsChanged());
    this.#server.onerror = (error) =>
      log("warn", "A message from the agent was malformed.", { reason: faultOf(error) });
  }

  /** Starts serving; `onClose` fires once when the agent has left. */
  async open(transport: Transport, onClose: () => void): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#ready = resolve;
    });
    this.#server.oninitialized = () => this.#ready();
    const { leave } = this.deps.agent.join(this.#peer, ready);
    this.#server.onclose = () => {
      leave();
      this.deps.subscriptions.release(this.#watcher);
      onClose();
    };
    await this.#server.connect(transport);
  }

  /** Marks the handshake as done. Some clients never confirm it and just continue. */
  #ready: () => void = () => undefined;

  readonly #peer: Peer = {
    ask: (request, options) => this.#server.request(request as ServerRequest, ResultSchema, options),
    notify: (notification) => this.#notify(notification),
  };

  readonly #watcher: Watcher = {
    updated: (params) => this.#notify({ method: "notifications/resources/updated", params }),
  };

  async #rootsChanged(): Promise<void> {
    const { agent, upstream } = this.deps;
    if (agent.offersRootsChanges) await upstream.client.sendRootsListChanged();
  }

  /** An agent that has left needs no notification. */
  #notify(notification: Notification): Promise<void> {
    return this.#server.notification(notification as ServerNotification).catch((error) =>
      log("info", "A notification was not passed on.", {
        method: notification.method,
        reason: reason(error),
      }),
    );
  }

  /** Announces a changed list. An agent that has left needs none. */
  async announce(list: "tools" | "resources" | "prompts"): Promise<void> {
    const send = {
      tools: () => this.#server.sendToolListChanged(),
      resources: () => this.#server.sendResourceListChanged(),
      prompts: () => this.#server.sendPromptListChanged(),
    };
    await send[list]().catch((error) =>
      log("info", "A list change was not passed on.", { reason: reason(error) }),
    );
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  get #taken(): Set<string> {
    return new Set(this.deps.catalogue.tools.map((tool) => tool.name));
  }

  async #listTools() {
    this.#ready();
    const uri = await this.deps.cheatsheet.publishedUri();
    const tools = this.deps.catalogue.tools.map((tool) => advertise(tool, uri));
    return { tools: [...tools, ...this.deps.ownTools.list(this.#taken)] };
  }

  async #answer(request: JSONRPCRequest, extra: Extra): Promise<CallToolResult> {
    if (request.method !== "tools/call")
      throw new McpError(ErrorCode.MethodNotFound, NOT_OFFERED[request.method] ?? "Method not found");
    const call = CallToolRequestSchema.safeParse(request);
    this.#ready();
    if (call.success) return this.#callTool(call.data, extra);
    const [issue] = call.error.issues;
    throw new McpError(
      ErrorCode.InvalidParams,
      `Invalid tools/call request: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  }

  async #callTool({ params }: CallToolRequest, extra: Extra) {
    const argumentsText = this.incoming.take(extra.requestId) ?? JSON.stringify(params.arguments ?? {});
    const caller = this.#caller();
    const { signal } = extra;
    const progress = this.#progressOf(extra);
    const own = this.deps.ownTools.find(params.name, this.#taken);
    const forget = (approvalId: string) => void this.#held.delete(approvalId);
    const lastCallOf = (tool: string) => this.#calls.get(tool);
    const held = [...this.#held];
    const upstreamVersion = acceptableName(this.deps.upstream.client.getServerVersion()?.version);
    const beside = { caller, signal, progress, held, lastCallOf, upstreamVersion, forget };
    if (own) return own.handle(params.arguments, beside);
    const callId = params._meta?.["claudecode/toolUseId"] ?? extra.requestId;
    // Unknown tool names are unlimited, so they are not stored.
    if (this.#taken.has(params.name)) this.#calls.set(params.name, String(callId));
    const onHeld = (approvalId: string) => this.#noteHeld(approvalId);
    return this.deps.gate.call(
      { tool: params.name, argumentsText, callId: String(callId), signal, progress, onHeld },
      caller,
    );
  }

  #noteHeld(approvalId: string): void {
    // A repeated approval becomes the newest.
    this.#held.delete(approvalId);
    this.#held.add(approvalId);
    const [oldest] = this.#held;
    if (this.#held.size > HELD_MAX && oldest !== undefined) this.#held.delete(oldest);
  }

  #caller(): Caller {
    const client = this.#server.getClientVersion();
    // Client names are unchecked, and Countersign accepts only one form.
    const [agent, agentVersion] = [acceptableName(client?.name), acceptableName(client?.version)];
    return { sessionId: this.#sessionId, agent, agentVersion };
  }

  #progressOf(extra: Extra): ((progress: Progress) => void) | undefined {
    const progressToken = extra._meta?.progressToken;
    if (progressToken === undefined) return undefined;
    return (progress) => {
      const notification = {
        method: "notifications/progress",
        params: { ...progress, progressToken },
      } as const;
      extra
        .sendNotification(notification)
        .catch((error) => log("info", "Progress was not sent.", { reason: reason(error) }));
    };
  }
}

/** The upstream's identity, so that agents and users recognise the server they configured. */
function serverInfo({ upstream, provider }: SessionDeps) {
  const info = upstream.client.getServerVersion();
  return {
    name: info?.name || provider,
    version: info?.version || "0",
    ...(info?.title ? { title: info.title } : {}),
  };
}
