import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { AgentLink } from "./agent-link";

type Bounds = {
  /** The longest silence, in milliseconds. */
  ms: number;
  agent: AgentLink;
  /** Ends the work early. */
  signal?: AbortSignal;
};

/** The limit of the server's silence. Paused while a server request waits for the agent. */
export class SilenceLimit {
  /**
   * Aborts with an McpError `RequestTimeout` after too long a silence, or with the caller's own
   * reason.
   */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #leave: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly bounds: Bounds) {
    const { agent, signal } = bounds;
    this.signal = signal ? AbortSignal.any([this.#over.signal, signal]) : this.#over.signal;
    this.#leave = agent.watchQuestions(() => this.renew());
    this.renew();
  }

  /** Restarts the limit, because the server sent something. */
  renew(): void {
    clearTimeout(this.#timer);
    if (this.bounds.agent.hasQuestions) return;
    const timeout = () => this.#over.abort(new McpError(ErrorCode.RequestTimeout, "Request timed out"));
    this.#timer = setTimeout(timeout, this.bounds.ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#leave();
  }
}

/** Runs work under its own limit. */
export async function withinSilence<T>(
  bounds: Bounds,
  work: (limit: SilenceLimit) => Promise<T>,
): Promise<T> {
  const limit = new SilenceLimit(bounds);
  try {
    return await work(limit);
  } finally {
    limit.end();
  }
}
