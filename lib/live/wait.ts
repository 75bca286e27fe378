import { setMaxListeners } from "node:events";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import type { LiveTopic } from "./announce";
import { type LiveSubject, liveHub } from "./hub";
import { type Watch, waitingRoom } from "./waiting-room";

// Limits rereads of a busy tenant, so that waiters do not overload the database.
const MIN_GAP_MS = 50;

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignWaits?: AbortController };

function ending(): AbortController {
  if (!store.countersignWaits) {
    store.countersignWaits = new AbortController();
    // Every waiter listens to this signal, so many listeners are no leak.
    setMaxListeners(0, store.countersignWaits.signal);
  }
  return store.countersignWaits;
}

/**
 * All current and later waiters get the current state at once, for shutdown.
 * @returns a function that allows waiting again
 */
export function endWaits(): () => void {
  ending().abort();
  return () => {
    store.countersignWaits = undefined;
  };
}

type Wait<T, S> = {
  subject: LiveSubject;
  /** Detects lost notifications for all waiters of such rows together. */
  watch: Watch<S>;
  /** What the caller has seen, for `watch`. */
  seen: S;
  seconds: number;
  read: () => Promise<T>;
  done: (value: T) => boolean;
  signal?: AbortSignal;
};

/**
 * Reads until `done`, the timeout, shutdown, or the caller leaves: at once, then after each
 * notified change, or one that the watch detects.
 * @returns the last value read
 */
export async function waitForChange<T, S>(options: Wait<T, S>): Promise<T> {
  if (options.seconds === 0) return options.read();
  const deadline = Date.now() + options.seconds * 1_000;
  let wake: () => void = () => undefined;
  let changed = false;
  const notice = () => {
    changed = true;
    wake();
  };
  const unsubscribe = await liveHub().subscribe({ event: notice }, options.subject);
  const leave = waitingRoom(options.watch).enter({ seen: options.seen, notice });
  const signals = [ending().signal, ...(options.signal ? [options.signal] : [])];
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
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
    leave();
    for (const signal of signals) signal.removeEventListener("abort", notice);
  }
}

/** Wakes a worker job when a row of the topic changed or may have. */
export function wakeOn(topic: LiveTopic): (notice: () => void) => Promise<() => void> {
  return (notice) => liveHub().subscribe({ event: notice, reset: notice }, { topic });
}
