import pg from "pg";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { LIVE_CHANNEL, type LiveEvent, type LiveTopic } from "./announce";

/** `event` per change; `reset` if some may be missing, so that listeners reload. */
type LiveListener = { event?: (event: LiveEvent) => void; reset?: () => void };

export type LiveSubject = { topic: LiveTopic; id?: string; tenants?: readonly string[] };

const RECONNECT_MS = 1_000;
// Events kept for reconnecting browsers; with older positions they reload.
const REMEMBERED_EVENTS = 2_000;

/** One LISTEN connection per process for its browsers, long polls and workers. */
class LiveHub {
  // By subject, so that a change costs nothing for listeners of other subjects.
  private readonly listeners = new Map<string, Set<LiveListener>>();
  private recent: LiveEvent[] = [];
  // Start of `recent` while nothing was dropped: a number without an event.
  private begun = 0;
  private client: pg.Client | undefined;
  private connecting: Promise<void> | undefined;
  private closed = false;

  /** Whether changes currently arrive; if not, callers poll. */
  get connected(): boolean {
    return this.client !== undefined;
  }

  /**
   * Resolves once listening was tried. Later changes are not missed without a `reset`. Without a
   * subject: all changes.
   */
  async subscribe(listener: LiveListener, subject?: LiveSubject): Promise<() => void> {
    const keys = subject ? keysOf(subject) : [EVERYTHING];
    for (const key of keys) this.listeners.set(key, (this.listeners.get(key) ?? new Set()).add(listener));
    if (!this.client) await this.connect();
    return () => {
      for (const key of keys) {
        const same = this.listeners.get(key);
        if (same?.delete(listener) && same.size === 0) this.listeners.delete(key);
      }
    };
  }

  /** Events after this place in order of arrival; null if unknown. */
  since(place: number): LiveEvent[] | null {
    if (place === this.begun && place !== 0) return [...this.recent];
    // Events arrive in commit order, which differs from the order of their numbers.
    const at = this.recent.findLastIndex((event) => event.seq === place);
    return at === -1 ? null : this.recent.slice(at + 1);
  }

  /** The newest known change: its number, or the start of listening; 0 while not listening. */
  get place(): number {
    return this.recent.at(-1)?.seq ?? this.begun;
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined); // the connection may be closed already
  }

  private connect(): Promise<void> {
    this.connecting ??= this.open().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: env().DATABASE_DIRECT_URL,
      application_name: "countersign live",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on("notification", (message) => this.receive(message.payload ?? ""));
    client.on("error", (error) => this.lost(client, error));
    client.on("end", () => this.lost(client));
    try {
      await client.connect();
      await client.query(`listen ${LIVE_CHANNEL}`);
      this.client = client;
      this.begun = -Date.now();
    } catch (error) {
      this.retry(error);
    }
  }

  private lost(client: pg.Client, error?: unknown): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.end().catch(() => undefined); // it broke; nothing to save
    this.recent = [];
    this.begun = 0;
    this.retry(error);
  }

  private retry(error: unknown): void {
    if (this.closed) return;
    log().warn({ err: error }, "live updates lost the database, trying again");
    setTimeout(() => {
      if (this.client || this.closed) return;
      void this.connect().then(() => {
        if (!this.client) return;
        // Once each, including listeners of several tenants.
        const all = new Set([...this.listeners.values()].flatMap((same) => [...same]));
        for (const listener of all) listener.reset?.();
      });
    }, RECONNECT_MS).unref();
  }

  private receive(payload: string): void {
    const event = JSON.parse(payload) as LiveEvent;
    this.recent.push(event);
    if (this.recent.length > REMEMBERED_EVENTS) {
      this.recent.shift();
      this.begun = 0;
    }
    for (const key of [EVERYTHING, ...keysAbout(event)])
      for (const listener of this.listeners.get(key) ?? []) listener.event?.(event);
  }
}

const EVERYTHING = "";

function keysOf({ topic, id, tenants }: LiveSubject): string[] {
  if (id !== undefined) return [`${topic} ${id}`];
  return tenants ? tenants.map((tenant) => `${topic} of ${tenant}`) : [topic];
}

const keysAbout = ({ topic, id, tenantId }: LiveEvent) => [
  topic,
  `${topic} ${id}`,
  `${topic} of ${tenantId}`,
];

const store = globalThis as { countersignLive?: LiveHub };

export function liveHub(): LiveHub {
  store.countersignLive ??= new LiveHub();
  return store.countersignLive;
}

/** Ends this process's LISTEN connection; for workers and tests. */
export async function closeLiveHub(): Promise<void> {
  const hub = store.countersignLive;
  store.countersignLive = undefined;
  await hub?.close();
}
