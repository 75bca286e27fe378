import type { CountersignClient } from "../client/client";
import { log, reason } from "./log";

/** Freshness of a cached answer for `tools/list`; reading the resource always revalidates. */
const FRESH_MS = 60_000;

/** The provider's cheatsheet, served to agents as `mcp://{provider}/cheatsheet`. */
export class Cheatsheet {
  readonly uri: string;
  #known: string | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly client: CountersignClient,
    private readonly provider: string,
  ) {
    this.uri = `mcp://${provider}/cheatsheet`;
  }

  /**
   * The URI of a published cheatsheet, else null. During an outage the last known answer applies.
   */
  async publishedUri(): Promise<string | null> {
    if (Date.now() - this.#checkedAt > FRESH_MS) {
      await this.read().catch((error) =>
        log("warn", "The cheatsheet could not be read.", { reason: reason(error) }),
      );
    }
    return this.#known === null ? null : this.uri;
  }

  /**
   * Its Markdown, or null without one. @throws CountersignError without a cached copy during an
   * outage
   */
  async read(): Promise<string | null> {
    this.#checkedAt = Date.now();
    try {
      this.#known = await this.client.getCheatsheet(this.provider, { attempts: 2 });
    } catch (error) {
      if (this.#known === null) throw error;
      log("warn", "Serving the last known cheatsheet.", { reason: reason(error) });
    }
    return this.#known;
  }
}
