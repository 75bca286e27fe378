import type { CountersignClient } from "../client/client";
import { sleep } from "../client/http";
import type { Catalogue } from "./catalogue";
import type { GatewayConfig } from "./config";
import { log, reason } from "./log";

/** Freshness of a cached block for a new session; reading the resource always revalidates. */
const FRESH_MS = 60_000;

/**
 * After this a session starts without the block; clients give a server about half a minute to
 * start.
 */
const SESSION_WAITS_MS = 10_000;
const LOOKS_EVERY_MS = 50;

type Asked = Pick<GatewayConfig, "tenant" | "provider" | "knownTools">;

/**
 * What Countersign knows of the provider's tools, as a prompt block: types, ratings, recent health,
 * known problems.
 */
export class KnownTools {
  readonly uri: string;
  #known: string | null = null;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly client: CountersignClient,
    private readonly asked: Asked,
    private readonly catalogue: Pick<Catalogue, "published" | "isAway">,
  ) {
    this.uri = `mcp://${asked.provider}/known-tools`;
  }

  /** Whether agents can read it as a resource. */
  get isServed(): boolean {
    return this.asked.knownTools.as !== "off";
  }

  /** The block for a new session's instructions; null if not configured, empty, or late. */
  async forInstructions(): Promise<string | null> {
    if (this.asked.knownTools.as !== "instructions") return null;
    if (Date.now() - this.#readAt > FRESH_MS) await this.#readInTime();
    return this.#known?.includes("\n### ") ? this.#known : null;
  }

  /**
   * Waits for the tools to be published, because Countersign knows nothing of a new server before.
   */
  async #readInTime(): Promise<void> {
    const signal = AbortSignal.timeout(SESSION_WAITS_MS);
    let published = false;
    const done = this.catalogue.published.then(() => {
      published = true;
    });
    while (!published && !this.catalogue.isAway && !signal.aborted)
      await Promise.race([done, sleep(LOOKS_EVERY_MS)]);
    if (!published) {
      log("warn", "A session starts without the known tools: the tools are not published yet.");
      return;
    }
    await this.read(signal).catch((error) =>
      log("warn", "The known tools could not be read.", { reason: reason(error) }),
    );
  }

  /** The current block. @throws CountersignError without a cached copy during an outage */
  async read(signal?: AbortSignal): Promise<string> {
    const { tenant, provider, knownTools } = this.asked;
    this.#readAt = Date.now();
    try {
      const query = { tenant, provider, budget: knownTools.budget };
      this.#known = await this.client.getKnownTools(query, { attempts: 1, signal });
    } catch (error) {
      if (this.#known === null) throw error;
      log("warn", "Serving the last known tools.", { reason: reason(error) });
    }
    return this.#known;
  }
}
