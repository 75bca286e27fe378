import type { LiveEvent } from "./status";

export type ConnectionEvents = {
  /** A stream is open. `again` when one had been lost, so that the page has to be read again. */
  opened: (again: boolean) => void;
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

/** Keeps one event stream open until `close()`; the browser itself resumes after its last event. */
export function openConnection(url: string, on: ConnectionEvents): { close: () => void } {
  let source: EventSource | undefined;
  let wasLost = false;
  const timers: Partial<Record<"grace" | "silence" | "retry" | "hidden", ReturnType<typeof setTimeout>>> = {};

  const after = (name: keyof typeof timers, ms: number, act: () => void) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(act, ms);
  };
  const heard = () => after("silence", SILENCE_MS, restart);

  function broke() {
    if (!wasLost) after("grace", GRACE_MS, on.lost);
    wasLost = true;
    clearTimeout(timers.silence);
    if (source?.readyState === EventSource.CLOSED) after("retry", RETRY_MS, connect);
  }

  function restart() {
    source?.close();
    broke();
    connect();
  }

  function connect() {
    source?.close();
    clearTimeout(timers.retry);
    const stream = new EventSource(url);
    source = stream;
    // Covers a connection attempt that neither opens nor fails.
    heard();
    stream.onopen = () => {
      clearTimeout(timers.grace);
      heard();
      on.opened(wasLost);
      wasLost = false;
    };
    stream.onerror = broke;
    stream.addEventListener("ping", heard);
    stream.addEventListener("change", (message) => {
      heard();
      on.changed(JSON.parse(message.data) as LiveEvent);
    });
    stream.addEventListener("reset", () => {
      heard();
      on.changed(null);
    });
    stream.addEventListener("signed-out", () => on.signedOut());
  }

  function onVisibility() {
    if (document.visibilityState === "hidden") return after("hidden", HIDDEN_MS, sleep);
    clearTimeout(timers.hidden);
    if (source?.readyState !== EventSource.CLOSED) return;
    if (wasLost) after("grace", GRACE_MS, on.lost);
    connect();
  }

  function sleep() {
    source?.close();
    wasLost = true;
    for (const timer of Object.values(timers)) clearTimeout(timer);
  }

  document.addEventListener("visibilitychange", onVisibility);
  connect();
  return {
    close: () => {
      document.removeEventListener("visibilitychange", onVisibility);
      source?.close();
      for (const timer of Object.values(timers)) clearTimeout(timer);
    },
  };
}
