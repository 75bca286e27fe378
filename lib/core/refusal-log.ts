import "server-only";
import { log } from "./log";

// Limits log lines per guessing client. Metrics count all refusals.
const LINES = 30;
const LINES_ALL = 600;
const WINDOW_MS = 60_000;
// Bounds memory.
const SOURCES_MAX = 10_000;

type Window = { endsAt: number; lines: number };

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignRefusalLines?: Map<string, Window> };
store.countersignRefusalLines ??= new Map();
const windows = store.countersignRefusalLines;

/**
 * Logs refused credentials at `warn`: at most 30 lines a minute per source and 600 in total. The
 * last line of a source says until when it is muted.
 * @param source the client's network
 */
export function logRefusal(source: string, fields: Record<string, unknown>, message: string): void {
  const own = take(source, LINES);
  if (!own || !take("", LINES_ALL)) return;
  const until = own.lines === LINES ? { left_out_until: new Date(own.endsAt).toISOString() } : {};
  log().warn({ source, ...fields, ...until }, message);
}

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
