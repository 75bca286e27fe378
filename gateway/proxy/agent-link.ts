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

/** Requests a server may send to an agent, and the capability for each. */
const CAPABILITY_OF = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
} as const;

const OFFERED = Object.values(CAPABILITY_OF);

/** Limits requests waiting for the agent, and notifications waiting for its handshake. */
const REQUESTS_MAX = 20;
const NOTIFICATIONS_MAX = 100;

/** Characters of unread notifications. Further ones are dropped. */
const UNREAD_MAX = 1024 * 1024;

/**
 * How long a server's request waits for the agent's handshake, which itself waits for the server's
 * tools. A server that asks before listing them delays it this long; clients wait some thirty
 * seconds.
 */
const HANDSHAKE_MS = 10_000;

/** The agent of a connection, once its handshake is done. */
export type Peer = {
  ask: (request: Asked, options: AskOptions) => Promise<Result>;
  /** Resolves once the notification was written or has failed. */
  notify: (notification: Notification) => Promise<void>;
};
type Asked = { method: string; params?: Members };
type AskOptions = {
  signal: AbortSignal;
  timeout: number;
  resetTimeoutOnProgress: true;
  onprogress?: (progress: Progress) => void;
};

/** The context of a server's request. */
type Extra = { signal: AbortSignal; sendNotification: (notification: never) => Promise<void> };

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The capabilities of an agent's `initialize` that the gateway offers the server. */
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
 * The only agent of an upstream connection: answers the server's requests and receives its log.
 * Without effect if several agents share the connection, because server messages do not name their
 * agent.
 */
export class AgentLink {
  /** The log level the agent set, for the server's next session. */
  level: LoggingLevel | undefined;
  #offered: ClientCapabilities = {};
  #open = 0;
  readonly #watchers = new Set<() => void>();
  #joined = false;
  #unread = 0;
  #dropped = 0;
  /** Server messages before the agent is ready; null afterwards. */
  #early: Notification[] | null = [];
  #arrive: (peer: Peer) => void = () => undefined;
  readonly #peer: Promise<Peer>;
  readonly #gone = new AbortController();

  constructor(
    /**
     * The agent's capabilities, once its handshake names them; null if several agents share the
     * connection.
     */
    private readonly offers: Promise<ClientCapabilities> | null,
    /** Time limit of one agent response. */
    private readonly timeoutMs: number,
  ) {
    this.#peer = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  get isShared(): boolean {
    return this.offers === null;
  }

  /**
   * Waits for the agent's handshake unless `ended` comes first. @returns the capabilities for the
   * server
   */
  async offered(ended: Promise<unknown>): Promise<ClientCapabilities> {
    const none = ended.then(() => ({}));
    this.#offered = await Promise.race([this.offers ?? {}, none]);
    return this.#offered;
  }

  /** Whether a server request waits for the agent. */
  get hasQuestions(): boolean {
    return this.#open > 0;
  }

  /** Calls back when requests start and stop waiting. @returns the unsubscribe function */
  watchQuestions(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  get offersRootsChanges(): boolean {
    return this.#offered.roots?.listChanged === true;
  }

  /** Makes the first agent the one to ask, once `ready` resolves after its handshake. */
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

  /**
   * The agent's response to a server request. @throws Error with a JSON-RPC code and a message for
   * the server
   */
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

  /** Forwards a server notification, in order, once the agent is ready. */
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
    // The SDK prefixes the code to the message on each side.
    const words = error.message.replace(`MCP error ${error.code}: `, "");
    return new Refusal(error.code, words, error.data);
  }
}

const hasLeft = (method: string) =>
  new Refusal(ErrorCode.ConnectionClosed, `The agent has left, so no one can answer ${method}.`);

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
