import { setMaxListeners } from "node:events";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import type { LiveTopic } from "./announce";
import { type LiveSubject, liveHub } from "./hub";
import { type Watch, waitingRoom } from "./waiting-room";

// A busy tenant must not keep the database busy through everybody who waits.
const MIN_GAP_MS = 50;

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignWaits?: AbortController };

/** Ends when the process does. */
function ending(): AbortController {
  if (!store.countersignWaits) {
    store.countersignWaits = new AbortController();
    // Everybody who waits listens for the end; that many listeners are no leak.
    setMaxListeners(0, store.countersignWaits.signal);
  }
  return store.countersignWaits;
}

/**
 * Everybody who waits, or comes to wait, gets the present state at once. For shutting down.
 * @returns how to let callers wait again
 */
export function endWaits(): () => void {
  ending().abort();
  return () => {
    store.countersignWaits = undefined;
  };
}

type Wait<T, S> = {
  /** Whose announcements wake. */
  subject: LiveSubject;
  /** Looks, for all who wait for such rows together, whether an announcement was lost. */
  watch: Watch<S>;
  /** What the caller has seen, for `watch` to compare. */
  seen: S;
  seconds: number;
  read: () => Promise<T>;
  done: (value: T) => boolean;
  signal?: AbortSignal;
};

/**
 * Reads until `done` says so, the time is up, the process ends, or the caller goes away: at once, then after each change that
 * was announced for the subject, or that the watch found although no announcement came.
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

/** For a worker's job: it is woken whenever a row of the topic changed, or may have. */
export function wakeOn(topic: LiveTopic): (notice: () => void) => Promise<() => void> {
  return (notice) => liveHub().subscribe({ event: notice, reset: notice }, { topic });
}
