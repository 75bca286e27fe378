import {
  type ClientCapabilities,
  ErrorCode,
  type JSONRPCRequest,
  type LoggingLevel,
  McpError,
  type Notification,
  type Progress,
  type Result,
} from "@modelcontextprotocol/sdk/types.js";
import { sleep } from "../client/http";
import { log, reason } from "./log";
import { isObject, type Members, withoutNulls } from "./odd-messages";

/** What a server may ask of an agent, and the capability by which an agent offers to answer. */
const CAPABILITY_OF = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
} as const;

const OFFERED = Object.values(CAPABILITY_OF);

/** Requests that wait for the agent's answer at the same time, and notifications that wait for its handshake. */
const REQUESTS_MAX = 20;
const NOTIFICATIONS_MAX = 100;

/** Characters of notifications that an agent has not read yet. What comes on top is dropped. */
const UNREAD_MAX = 1024 * 1024;

/**
 * How long a request waits for the agent's handshake, which waits for the server's tools. A server that wants the answer before it lists
 * them holds the handshake up for as long, and clients wait some thirty seconds for theirs.
 */
const HANDSHAKE_MS = 10_000;

/** The agent at the end of a connection, once its handshake is done. */
export type Peer = {
  ask: (request: Asked, options: AskOptions) => Promise<Result>;
  /** Resolves once the notification was written, or is known not to be. */
  notify: (notification: Notification) => Promise<void>;
};
type Asked = { method: string; params?: Members };
type AskOptions = {
  signal: AbortSignal;
  timeout: number;
  resetTimeoutOnProgress: true;
  onprogress?: (progress: Progress) => void;
};

/** What the server's request comes with. */
type Extra = { signal: AbortSignal; sendNotification: (notification: never) => Promise<void> };

/** What a server reads instead of an answer. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Of the capabilities in an agent's `initialize`, those that the gateway offers the server. */
export function offeredIn(line: string | null): ClientCapabilities {
  const capabilities = capabilitiesIn(line);
  return Object.fromEntries(
    OFFERED.flatMap((name) => {
      const given = capabilities[name] ?? false;
      return given === false ? [] : [[name, isObject(given) ? withoutNulls(given) : {}]];
    }),
  );
}

function capabilitiesIn(line: string | null): Members {
  try {
    const message: unknown = JSON.parse(line ?? "null");
    const params = isObject(message) && isObject(message.params) ? message.params : {};
    return isObject(params.capabilities) ? params.capabilities : {};
  } catch {
    return {};
  }
}

/**
 * The one agent that the upstream connection serves. It answers what the server asks and hears the server's log. Where several agents
 * share the connection there is none: the server's messages do not name the agent they are for.
 */
export class AgentLink {
  /** From which level on the agent asked for the server's log, for the server's next session. */
  level: LoggingLevel | undefined;
  #offered: ClientCapabilities = {};
  #open = 0;
  readonly #watchers = new Set<() => void>();
  #joined = false;
  #unread = 0;
  #dropped = 0;
  /** What the server says before the agent is ready for it; null once it is. */
  #early: Notification[] | null = [];
  #arrive: (peer: Peer) => void = () => undefined;
  readonly #peer: Promise<Peer>;
  readonly #gone = new AbortController();

  constructor(
    /** What the agent offers, as soon as its handshake names it; null where several agents share the connection. */
    private readonly offers: Promise<ClientCapabilities> | null,
    /** How long the agent may take for one answer. */
    private readonly timeoutMs: number,
  ) {
    this.#peer = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  get isShared(): boolean {
    return this.offers === null;
  }

  /** Waits for the agent's handshake unless `ended` comes first. @returns what to offer the server */
  async offered(ended: Promise<unknown>): Promise<ClientCapabilities> {
    const none = ended.then(() => ({}));
    this.#offered = await Promise.race([this.offers ?? {}, none]);
    return this.#offered;
  }

  /** Whether a question of the server waits for the agent's answer. */
  get hasQuestions(): boolean {
    return this.#open > 0;
  }

  /** Calls back when questions begin and cease to wait. @returns what ends that */
  watchQuestions(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  get offersRootsChanges(): boolean {
    return this.#offered.roots?.listChanged === true;
  }

  /** Takes the first agent as the one to ask, once `ready` says that its handshake is done. */
  join(peer: Peer, ready: Promise<void>): { leave: () => void } {
    if (this.isShared || this.#joined) return { leave: () => undefined };
    this.#joined = true;
    void ready.then(() => {
      const early = this.#early ?? [];
      this.#early = null;
      this.#arrive(peer);
      for (const notification of early) this.#pass(peer, notification);
    });
    return { leave: () => this.#gone.abort() };
  }

  /** The agent's answer to a request of the server. @throws Error with a JSON-RPC code, in words for the server */
  async answer({ method, params = {} }: JSONRPCRequest, extra: Extra): Promise<Result> {
    this.#assertOffered(method);
    if (this.#open >= REQUESTS_MAX) {
      const words = `${REQUESTS_MAX} requests already wait for the agent. Send ${method} again after one is answered.`;
      throw new Refusal(ErrorCode.InvalidRequest, words);
    }
    this.#count(1);
    try {
      const peer = await this.#arrived(method, extra.signal);
      const { request, onprogress } = passedOn(method, params, extra);
      return await peer.ask(request, {
        signal: extra.signal,
        timeout: this.timeoutMs,
        resetTimeoutOnProgress: true,
        onprogress,
      });
    } catch (error) {
      throw this.#refusalOf(error, method);
    } finally {
      this.#count(-1);
    }
  }

  #count(change: 1 | -1): void {
    this.#open += change;
    for (const changed of this.#watchers) changed();
  }

  /** Passes a notification of the server on, in order, once the agent is ready for it. */
  hear(notification: Notification): void {
    if (this.isShared || this.#gone.signal.aborted) return;
    if (!this.#early) return void this.#peer.then((peer) => this.#pass(peer, notification));
    if (this.#early.length < NOTIFICATIONS_MAX) this.#early.push(notification);
    else this.#dropped++;
  }

  #pass(peer: Peer, notification: Notification): void {
    if (this.#unread >= UNREAD_MAX) return void this.#dropped++;
    const size = JSON.stringify(notification).length;
    this.#unread += size;
    void peer.notify(notification).finally(() => {
      this.#unread -= size;
      if (this.#unread === 0 && this.#dropped > 0) this.#sayDropped(peer);
    });
  }

  #sayDropped(peer: Peer): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    log("warn", "Notifications of the upstream server were dropped: the agent reads too slowly.", {
      dropped,
    });
    const data = `The gateway dropped ${dropped} notifications of the server, because they came faster than they were read.`;
    this.#pass(peer, {
      method: "notifications/message",
      params: { level: "warning", logger: "countersign-gateway", data },
    });
  }

  #assertOffered(method: string): void {
    const capability = CAPABILITY_OF[method as keyof typeof CAPABILITY_OF];
    if (!capability)
      throw new Refusal(ErrorCode.MethodNotFound, `The gateway does not forward ${method} to agents.`);
    if (this.isShared) {
      const words =
        `Several agents share this connection, and the gateway cannot know which of them ${method} is for. ` +
        "Run the gateway over stdio, one for each agent.";
      throw new Refusal(ErrorCode.MethodNotFound, words);
    }
    if (this.#gone.signal.aborted) throw hasLeft(method);
    if (!this.#offered[capability])
      throw new Refusal(ErrorCode.MethodNotFound, `The agent does not offer ${capability}.`);
  }

  async #arrived(method: string, signal: AbortSignal): Promise<Peer> {
    const arrived = new AbortController();
    const ends = AbortSignal.any([signal, this.#gone.signal, arrived.signal]);
    const limit = sleep(Math.min(this.timeoutMs, HANDSHAKE_MS), ends);
    const peer = await Promise.race([this.#peer, limit.then(() => null)]);
    arrived.abort();
    if (peer) return peer;
    const words = `The agent has not finished its handshake, so the gateway could not forward ${method}.`;
    throw new Refusal(ErrorCode.RequestTimeout, words);
  }

  #refusalOf(error: unknown, method: string): Refusal {
    if (error instanceof Refusal) return error;
    if (this.#gone.signal.aborted) return hasLeft(method);
    if (!(error instanceof McpError)) return new Refusal(ErrorCode.InternalError, reason(error));
    if (error.code === ErrorCode.ConnectionClosed) return hasLeft(method);
    // The SDK puts the code before the agent's words, on each side again.
    const words = error.message.replace(`MCP error ${error.code}: `, "");
    return new Refusal(error.code, words, error.data);
  }
}

const hasLeft = (method: string) =>
  new Refusal(ErrorCode.ConnectionClosed, `The agent has left, so no one can answer ${method}.`);

/** The request without what belongs to the server's own connection; the agent's progress passes back. */
function passedOn(method: string, params: Members, { sendNotification }: Extra) {
  const { _meta: meta, ...given } = params;
  const {
    progressToken,
    "io.modelcontextprotocol/related-task": _task,
    ...others
  } = isObject(meta) ? meta : {};
  const request = {
    method,
    params: { ...given, ...(Object.keys(others).length > 0 ? { _meta: others } : {}) },
  };
  if (progressToken === undefined) return { request };
  const onprogress = (progress: Progress) => {
    const notification = { method: "notifications/progress", params: { ...progress, progressToken } };
    sendNotification(notification as never).catch((error) =>
      log("info", "Progress was not passed on.", { reason: reason(error) }),
    );
  };
  return { request, onprogress };
}
