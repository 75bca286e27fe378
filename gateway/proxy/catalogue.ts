import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { backoffMs, sleep } from "../client/http";
import type { ToolDefinition } from "../client/types";
import { log, reason } from "./log";
import type { Ratings } from "./ratings";
import type { Upstream } from "./upstream";

/**
 * A tool for Countersign's catalogue, as the upstream declared it: without our rationale parameter.
 */
function definitionOf(tool: Tool, ratings: Ratings): ToolDefinition {
  const { requires_confirmation: requiresConfirmation, risk, impact, category } = ratings[tool.name] ?? {};
  const rating = Object.fromEntries(
    Object.entries({ risk, impact, category }).filter(([, value]) => value !== undefined),
  );
  const annotations = tool.title ? { title: tool.title, ...tool.annotations } : tool.annotations;
  return {
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    ...(annotations ? { annotations } : {}),
    ...rating,
    ...(requiresConfirmation === undefined ? {} : { requiresConfirmation }),
  };
}

/** Longest time a call waits for the tools to be published. */
const REGISTRATION_WAIT_MS = 1_000;

/** The upstream's last listed tools, published to Countersign. */
export class Catalogue {
  #tools = new Map<string, Tool>();
  #publishing = new AbortController();
  #published: Promise<void> = Promise.resolve();
  #away = false;
  /** Whether a call has used up the wait for the current publication. */
  #waited = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly client: CountersignClient,
    private readonly provider: string,
    private readonly ratings: Ratings,
  ) {}

  get tools(): Tool[] {
    return [...this.#tools.values()];
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** Resolves once Countersign has taken or refused the last listed tools; not while it is away. */
  get published(): Promise<void> {
    return this.#published;
  }

  /**
   * Resolves once the tools are published, after a second, or at once while Countersign is away.
   * After one full wait, later calls do not wait until the next listing.
   */
  async untilRegistered(signal: AbortSignal): Promise<void> {
    if (this.#away || this.#waited) return;
    const over = new AbortController();
    const limit = AbortSignal.any([signal, over.signal]);
    const late = sleep(REGISTRATION_WAIT_MS, limit).then(
      () => true,
      () => false,
    );
    if (await Promise.race([this.#published.then(() => false), late])) this.#waited = true;
    over.abort();
  }

  /** Whether the last publication failed to reach Countersign. */
  get isAway(): boolean {
    return this.#away;
  }

  /**
   * Lists the upstream's tools again and publishes them in the background, until Countersign has
   * them.
   */
  async refresh(): Promise<void> {
    const tools = await this.upstream.listTools();
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#publishing.abort();
    this.#publishing = new AbortController();
    this.#waited = false;
    const definitions = tools.map((tool) => definitionOf(tool, this.ratings));
    this.#published = this.#publish(definitions, this.#publishing.signal);
    for (const name of Object.keys(this.ratings)) {
      if (!this.#tools.has(name))
        log("warn", "RATINGS_FILE names a tool the upstream does not have.", { tool: name });
    }
  }

  close(): void {
    this.#publishing.abort();
  }

  async #publish(tools: ToolDefinition[], signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.client.putTools(this.provider, tools, { signal, attempts: 1 });
        this.#away = false;
        log("info", "Published the tools to Countersign.", { provider: this.provider, tools: tools.length });
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#away = error instanceof CountersignError && error.status === 0;
        if (isAboutTools(error)) return this.#publishApart(tools, error, signal);
        log("warn", "The tools could not be published to Countersign.", { reason: reason(error) });
        if (!(error instanceof CountersignError) || !error.retryable) return;
        await sleep(Math.max((error.retryAfterSeconds ?? 0) * 1000, backoffMs(failures)), signal).catch(
          () => undefined,
        );
      }
    }
  }

  /**
   * Splits a refused list in halves, down to the invalid tools, so that the others are published.
   */
  async #publishApart(tools: ToolDefinition[], error: CountersignError, signal: AbortSignal): Promise<void> {
    const [only] = tools;
    if (tools.length <= 1) {
      const why = error.errors.map(({ pointer, message }) => `${pointer}: ${message}`).join("; ");
      log("warn", "Countersign did not take a tool; agents can call it, and its calls wait for a person.", {
        tool: only?.name,
        reason: why || error.message,
      });
      return;
    }
    const half = Math.ceil(tools.length / 2);
    await this.#publish(tools.slice(0, half), signal);
    await this.#publish(tools.slice(half), signal);
  }
}

function isAboutTools(error: unknown): error is CountersignError {
  return error instanceof CountersignError && [400, 413, 422].includes(error.status);
}
