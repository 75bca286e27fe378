import "server-only";
import { log } from "./log";

// A client that guesses writes no more lines than these; the metrics count all of its refusals.
const LINES = 30;
const LINES_ALL = 600;
const WINDOW_MS = 60_000;
// A bound on memory.
const SOURCES_MAX = 10_000;

type Window = { endsAt: number; lines: number };

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignRefusalLines?: Map<string, Window> };
store.countersignRefusalLines ??= new Map();
const windows = store.countersignRefusalLines;

/**
 * Logs refused credentials as one line at `warn`: at most 30 lines a minute for each source, and 600 for all sources. The last
 * line of a source says until when the next ones are left out.
 * @param source the client's network
 */
export function logRefusal(source: string, fields: Record<string, unknown>, message: string): void {
  const own = take(source, LINES);
  if (!own || !take("", LINES_ALL)) return;
  const until = own.lines === LINES ? { left_out_until: new Date(own.endsAt).toISOString() } : {};
  log().warn({ source, ...fields, ...until }, message);
}

/** The source's window with one more line; null where that has no more. */
function take(source: string, most: number): Window | null {
  const now = Date.now();
  let window = windows.get(source);
  if (!window || window.endsAt <= now) {
    windows.delete(source);
    if (windows.size >= SOURCES_MAX) windows.delete(windows.keys().next().value ?? "");
    window = { endsAt: now + WINDOW_MS, lines: 0 };
    windows.set(source, window);
  }
  if (window.lines >= most) return null;
  window.lines += 1;
  return window;
}
