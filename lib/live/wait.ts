import { setMaxListeners } from "node:events";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import type { LiveTopic } from "./announce";
import { liveHub } from "./hub";

// Between polls when no notification can arrive, and the longest we trust notifications alone.
const POLL_MS_DISCONNECTED = 1_000;
const POLL_MS_CONNECTED = 10_000;
// A busy tenant must not keep the database busy through everybody who waits.
const MIN_GAP_MS = 50;

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignWaits?: AbortController };
if (!store.countersignWaits) {
  store.countersignWaits = new AbortController();
  // Everybody who waits listens for the end; that many listeners are no leak.
  setMaxListeners(0, store.countersignWaits.signal);
}
const waits = store.countersignWaits;

/** Everybody who waits, or comes to wait, gets the present state at once. For shutting down. */
export function endWaits(): void {
  waits.abort();
}

type Wait<T> = {
  topic: LiveTopic;
  /** Null: any row of the topic. */
  id: string | null;
  /** With `id` null: only rows of these tenants. */
  tenants?: readonly string[];
  seconds: number;
  read: () => Promise<T>;
  done: (value: T) => boolean;
  signal?: AbortSignal;
};

/**
 * Reads until `done` says so, the time is up, the process ends, or the caller goes away: at once, then after each change
 * announced for the row, and now and then in case an announcement was lost.
 * @returns the last value read
 */
export async function waitForChange<T>(options: Wait<T>): Promise<T> {
  const deadline = Date.now() + options.seconds * 1_000;
  let wake: () => void = () => undefined;
  let changed = false;
  const notice = () => {
    changed = true;
    wake();
  };
  const unsubscribe = await liveHub().subscribe({
    event: (event) => {
      if (event.topic !== options.topic || (options.id !== null && event.id !== options.id)) return;
      if (options.tenants === undefined || options.tenants.includes(event.tenantId)) notice();
    },
    reset: notice,
  });
  const signals = [waits.signal, ...(options.signal ? [options.signal] : [])];
  for (const signal of signals) signal.addEventListener("abort", notice);
  try {
    for (;;) {
      changed = false;
      const value = await options.read();
      const left = deadline - Date.now();
      if (options.done(value) || left <= 0 || signals.some(({ aborted }) => aborted)) return value;
      if (changed) {
        await setTimeoutAsync(MIN_GAP_MS);
        continue;
      }
      await new Promise<void>((resolve) => {
        const limit = liveHub().connected ? POLL_MS_CONNECTED : POLL_MS_DISCONNECTED;
        const timer = setTimeout(resolve, Math.min(left, limit));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
    for (const signal of signals) signal.removeEventListener("abort", notice);
  }
}

/** For a worker's job: it is woken whenever a row of the topic changed, or may have. */
export function wakeOn(topic: LiveTopic): (notice: () => void) => Promise<() => void> {
  return (notice) =>
    liveHub().subscribe({ event: (event) => event.topic === topic && notice(), reset: notice });
}
