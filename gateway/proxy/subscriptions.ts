import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { log, reason } from "./log";
import type { Upstream } from "./upstream";

/** Maximum subscriptions of one agent. */
const EACH_MAX = 1_000;

/** An agent that watches resources. */
export type Watcher = { updated: (params: { uri: string }) => void };

/**
 * The agents subscribed to each of the server's resources. The server has one subscription per
 * resource.
 */
export class Subscriptions {
  readonly #watchers = new Map<string, Set<Watcher>>();

  constructor(private readonly upstream: Upstream) {}

  /** @throws McpError when the server refuses, or the agent watches too many */
  async add(watcher: Watcher, uri: string): Promise<void> {
    if (this.#of(watcher).length >= EACH_MAX)
      throw new McpError(
        ErrorCode.InvalidParams,
        `An agent can subscribe to at most ${EACH_MAX} resources. Unsubscribe from one first.`,
      );
    const watchers = this.#watchers.get(uri) ?? new Set();
    const isNew = !watchers.has(watcher);
    // Before the server responds, so that another agent's leaving does not unsubscribe it.
    this.#watchers.set(uri, watchers.add(watcher));
    try {
      await this.upstream.pass("resources/subscribe", { uri });
    } catch (error) {
      if (isNew) this.#drop(watcher, uri);
      throw error;
    }
  }

  /** @throws McpError when the server refuses */
  async remove(watcher: Watcher, uri: string): Promise<void> {
    if (this.#drop(watcher, uri)) await this.upstream.pass("resources/unsubscribe", { uri });
  }

  /** Ends all subscriptions of an agent that left. */
  release(watcher: Watcher): void {
    for (const uri of this.#of(watcher))
      this.remove(watcher, uri).catch((error) =>
        log("info", "A subscription of an agent that left was not ended.", { reason: reason(error) }),
      );
  }

  /** Forwards an update to the subscribers of the resource, or of one that contains it. */
  updated(params: { uri: string }): void {
    const reached = new Set<Watcher>();
    for (const [uri, watchers] of this.#watchers)
      if (contains(uri, params.uri)) for (const watcher of watchers) reached.add(watcher);
    for (const watcher of reached) watcher.updated(params);
  }

  /** Subscribes again in a new session of the server. A refusal affects only that resource. */
  async renew(): Promise<void> {
    for (const uri of this.#watchers.keys())
      await this.upstream
        .pass("resources/subscribe", { uri })
        .catch((error) =>
          log("warn", "A subscription ended with the upstream server's session.", { reason: reason(error) }),
        );
  }

  #of(watcher: Watcher): string[] {
    return [...this.#watchers].filter(([, watchers]) => watchers.has(watcher)).map(([uri]) => uri);
  }

  /** @returns whether that was the last subscriber */
  #drop(watcher: Watcher, uri: string): boolean {
    const watchers = this.#watchers.get(uri);
    if (!watchers?.delete(watcher) || watchers.size > 0) return false;
    return this.#watchers.delete(uri);
  }
}

/** Whether the second address is the first, or below it. */
function contains(uri: string, other: string): boolean {
  if (!other.startsWith(uri)) return false;
  return other.length === uri.length || uri.endsWith("/") || /[/?#]/.test(other.charAt(uri.length));
}
