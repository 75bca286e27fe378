import pg from "pg";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { LIVE_CHANNEL, type LiveEvent, type LiveTopic } from "./announce";

/** `event` once per change; `reset` when some may have been missed, so that listeners read everything again. */
type LiveListener = { event?: (event: LiveEvent) => void; reset?: () => void };

/** What a listener is told of: a topic, one row of it, or the rows of some tenants. */
export type LiveSubject = { topic: LiveTopic; id?: string; tenants?: readonly string[] };

const RECONNECT_MS = 1_000;
// What a browser may have missed while it reconnected; older than this it reads the page again.
const REMEMBERED_EVENTS = 2_000;

/** One LISTEN connection a process, fanned out to its browsers, long-polls and workers. */
class LiveHub {
  // By subject, so that a change costs nothing to the thousands who wait for something else.
  private readonly listeners = new Map<string, Set<LiveListener>>();
  private recent: LiveEvent[] = [];
  // Where `recent` begins while nothing was dropped from it: a number that no event has.
  private begun = 0;
  private client: pg.Client | undefined;
  private connecting: Promise<void> | undefined;
  private closed = false;

  /** Whether changes arrive at the moment; without it, callers poll. */
  get connected(): boolean {
    return this.client !== undefined;
  }

  /** Resolves once listening was tried; from then on no change is missed unless `reset` says so. Without a subject: all changes. */
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

  /** What arrived after this place, in order of arrival; null when that is not known. */
  since(place: number): LiveEvent[] | null {
    if (place === this.begun && place !== 0) return [...this.recent];
    // Events arrive in the order of commits, which is not that of their numbers: what came after is what stands behind it.
    const at = this.recent.findLastIndex((event) => event.seq === place);
    return at === -1 ? null : this.recent.slice(at + 1);
  }

  /** Up to where this process has heard of changes: the number of the newest event, or where listening began; 0 while it does not. */
  get place(): number {
    return this.recent.at(-1)?.seq ?? this.begun;
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined); // the connection may be gone already
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
        // Once each, also those that listen for several tenants.
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

/** This process's hub. */
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
