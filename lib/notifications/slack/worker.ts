import "server-only";
import { SocketModeClient } from "@slack/socket-mode";
import { quietLogger, slackFailure, slackOptions } from "@/lib/channels/slack/client";
import { findSlackSettings } from "@/lib/channels/slack/settings";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import type { Job } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { wakeOn } from "@/lib/live/wait";
import { type Handled, handleCommand, handleInteraction } from "./interactions";

/** Changes of the settings are announced; this is for those of another version. */
const LOOK_MS = 10 * MINUTE_MS;
/** How soon a failed connection is tried again. */
const RETRY_MS = 5 * SECOND_MS;
/** A connection that ended is opened again at once, but not more often than this. */
const GAP_MS = SECOND_MS;
const HELLO_MS_MAX = 15 * SECOND_MS;
/** Slack repeats an envelope if it got no acknowledgement in time. */
const REMEMBERED = 1_000;

/**
 * Keeps a connection to Slack while an app-level token is set (Socket Mode). Several workers can be connected: Slack
 * gives each envelope to one of them.
 */
export function slackSocket(): Job {
  const connection = new Connection();
  return {
    name: "slack socket",
    ms: async () => (connection.isDown ? RETRY_MS : LOOK_MS),
    gapMs: GAP_MS,
    runOnce: () => connection.keep(),
    wake: (notice) => {
      connection.onLost = notice;
      return wakeOn("channel")(notice);
    },
    atEnd: () => connection.end(),
  };
}

type Envelope = {
  type: string;
  body: unknown;
  envelope_id: string;
  ack: (payload?: object) => Promise<void>;
};

class Connection {
  onLost: () => void = () => undefined;
  private client: SocketModeClient | null = null;
  private token: string | null = null;
  private isUp = false;
  private lastWords: string | null = null;
  private readonly seen = new Set<string>();
  private readonly work = new Set<Promise<void>>();

  get isDown(): boolean {
    return this.token !== null && !this.isUp;
  }

  /** Connects, reconnects, or disconnects, as the settings ask. */
  async keep(): Promise<void> {
    const { appToken } = await findSlackSettings();
    if (this.isUp && appToken === this.token) return;
    await this.hangUp();
    this.token = appToken;
    if (appToken === null) return;
    try {
      await this.connect(appToken);
      if (this.lastWords !== null) log().info("Slack is connected again");
      this.lastWords = null;
    } catch (error) {
      await this.hangUp();
      const { words } = slackFailure(error);
      // Once per reason, not per attempt.
      if (words !== this.lastWords) log().warn({ reason: words }, "Slack could not be connected");
      this.lastWords = words;
    }
  }

  async end(): Promise<void> {
    await this.hangUp();
    await Promise.all(this.work);
  }

  // The library's own reconnecting ends the process on some errors of the network.
  private async connect(appToken: string): Promise<void> {
    const client = new SocketModeClient({
      appToken,
      autoReconnectEnabled: false,
      logger: quietLogger,
      clientOptions: { ...slackOptions, slackApiUrl: env().SLACK_API_URL },
    });
    this.client = client;
    client.on("slack_event", (envelope: Envelope) => this.take(envelope));
    client.on("disconnected", () => this.lose(client));
    await inTime(client.start());
    this.isUp = true;
  }

  private lose(client: SocketModeClient): void {
    if (this.client !== client || !this.isUp) return;
    this.isUp = false;
    this.onLost();
  }

  private async hangUp(): Promise<void> {
    const { client } = this;
    this.client = null;
    this.isUp = false;
    // Slack closes its side on its own; a stop does not wait for that.
    void client?.disconnect();
  }

  private take({ type, body, envelope_id: id, ack }: Envelope): void {
    const handled = this.isNew(id) ? handle(type, body) : null;
    const done = ack(handled?.answer ?? {})
      .catch((error: unknown) => log().info({ err: error }, "an acknowledgement did not reach Slack"))
      .then(handled?.after ?? undefined)
      .catch((error: unknown) => log().error({ err: error }, "a press in Slack could not be handled"))
      .finally(() => this.work.delete(done));
    this.work.add(done);
  }

  private isNew(id: string): boolean {
    if (this.seen.has(id)) return false;
    this.seen.add(id);
    const [oldest] = this.seen;
    if (this.seen.size > REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
    return true;
  }
}

function handle(type: string, body: unknown): Handled | null {
  if (type === "interactive") return handleInteraction(body);
  return type === "slash_commands" ? handleCommand(body) : null;
}

function inTime(started: Promise<unknown>): Promise<unknown> {
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const words = `no greeting within ${HELLO_MS_MAX / SECOND_MS} s`;
    clock = setTimeout(() => reject(new Error(words)), HELLO_MS_MAX);
  });
  return Promise.race([started, late]).finally(() => clearTimeout(clock));
}
