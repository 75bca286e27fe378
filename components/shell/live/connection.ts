import type { LiveEvent } from "./status";

type ConnectionEvents = {
  /** A stream is open. `resumed`: every change since the page was read, or since the last stream, comes through it. */
  opened: (resumed: boolean) => void;
  /** No stream since more than a moment. */
  lost: () => void;
  /** Null: changes may have been missed. */
  changed: (event: LiveEvent | null) => void;
  /** The session has ended. */
  signedOut: () => void;
};

// A short gap (a restart, a network change) is not worth a banner.
const GRACE_MS = 3_000;

// The server says something at least every 10 s; after this much silence the stream is dead although it looks open.
const SILENCE_MS = 25_000;

// The browser gives up after an answer that is not a stream (a full or restarting server): we then try again ourselves.
const RETRY_MS = 5_000;

// Over HTTP/1.1 a browser opens six connections to a site, all tabs together: those nobody looks at give theirs back.
const HIDDEN_MS = 10_000;

const ANSWER_MS = 4_000;

/**
 * Whether a page could be read now. Asked before reading it again without a stream: a page that is read while the server or its
 * database is away is replaced by an error. A session that has ended counts as readable: the page then leads to sign-in.
 */
export async function canRead(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      headers: { accept: "text/plain" },
      cache: "no-store",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.status === 204 || answer.status === 401;
  } catch {
    return false; // not reachable, or too slow
  }
}

type Timer = "grace" | "silence" | "retry" | "hidden";

/** Keeps one event stream open until `close()`; the browser itself resumes after its last event. */
export class LiveConnection {
  private source: EventSource | undefined;
  private broken = false;
  /** It was told that there is no stream, or nobody looked for a while: the page is older than the stream. */
  private stale = false;
  private readonly timers: Partial<Record<Timer, ReturnType<typeof setTimeout>>> = {};

  constructor(
    private readonly url: string,
    /** Up to which change the page's reading knew. */
    private place: string,
    private readonly on: ConnectionEvents,
  ) {
    document.addEventListener("visibilitychange", this.onVisibility);
    this.connect();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.source?.close();
    this.stopTimers();
  }

  private connect(): void {
    this.source?.close();
    clearTimeout(this.timers.retry);
    const stream = new EventSource(`${this.url}?after=${this.place}`);
    this.source = stream;
    // Covers a connection attempt that neither opens nor fails.
    this.heard();
    stream.onopen = () => {
      clearTimeout(this.timers.grace);
      this.heard();
      this.on.opened(!this.stale);
      this.broken = this.stale = false;
    };
    stream.onerror = () => this.broke();
    stream.addEventListener("ping", (message) => this.heard(message));
    stream.addEventListener("change", (message) => {
      this.heard(message);
      this.on.changed(JSON.parse(message.data) as LiveEvent);
    });
    stream.addEventListener("reset", () => {
      this.heard();
      this.on.changed(null);
    });
    stream.addEventListener("signed-out", () => this.on.signedOut());
  }

  private heard(message?: MessageEvent): void {
    if (message?.lastEventId) this.place = message.lastEventId;
    this.after("silence", SILENCE_MS, () => {
      this.source?.close();
      this.broke();
      this.connect();
    });
  }

  private broke(): void {
    if (!this.broken) this.after("grace", GRACE_MS, () => this.lost());
    this.broken = true;
    clearTimeout(this.timers.silence);
    if (this.source?.readyState === EventSource.CLOSED) this.after("retry", RETRY_MS, () => this.connect());
  }

  private readonly onVisibility = (): void => {
    if (document.visibilityState === "hidden") {
      this.after("hidden", HIDDEN_MS, () => this.sleep());
      return;
    }
    clearTimeout(this.timers.hidden);
    if (this.source?.readyState !== EventSource.CLOSED) return;
    this.after("grace", GRACE_MS, () => this.lost());
    this.connect();
  };

  private lost(): void {
    this.stale = true;
    this.on.lost();
  }

  private sleep(): void {
    this.source?.close();
    this.broken = this.stale = true;
    this.stopTimers();
  }

  private after(name: Timer, ms: number, act: () => void): void {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, ms);
  }

  private stopTimers(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }
}
