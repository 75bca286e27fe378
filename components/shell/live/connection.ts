import type { LiveEvent } from "./status";

type ConnectionEvents = {
  /** A stream is open. `resumed`: no change since the page's read or the last stream was missed. */
  opened: (resumed: boolean) => void;
  /** The stream has been gone for more than a moment. */
  lost: () => void;
  /** Null: changes may have been missed. */
  changed: (event: LiveEvent | null) => void;
  /** The session has ended. */
  signedOut: () => void;
};

// A short gap (a restart, a network change) needs no banner.
const GRACE_MS = 3_000;

// The server sends at least every 10 s. After this much silence the stream is dead, even if it
// looks open.
const SILENCE_MS = 25_000;

// The browser gives up after a response that is not a stream, so we retry.
const RETRY_MS = 5_000;

// A browser opens six HTTP/1.1 connections per site across all tabs, so hidden tabs release one.
const HIDDEN_MS = 10_000;

const ANSWER_MS = 4_000;

/**
 * Whether the page can be read now. Without this check, a read while the server or database is away
 * would replace the page with an error. An ended session counts as readable: the page redirects to
 * sign-in.
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

/** Keeps one event stream open until `close()`; the browser resumes after its last event. */
export class LiveConnection {
  private source: EventSource | undefined;
  private broken = false;
  /** After a reported loss or a long hidden time: the page is older than the stream. */
  private stale = false;
  private readonly timers: Partial<Record<Timer, ReturnType<typeof setTimeout>>> = {};

  constructor(
    private readonly url: string,
    /** The last change that the page's read includes. */
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
    // Covers an attempt that neither opens nor fails.
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
