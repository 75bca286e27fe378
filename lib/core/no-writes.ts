// Recent write failures of this process while the database answers, for the readiness check.

/** Why the database refuses writes: full disk, or read-only. */
export type NoWrites = "full" | "read only";

// Without an expiry the process would stay unready, because no later write could clear it.
const FRESH_MS = 30_000;

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignNoWrites?: { why: NoWrites; at: number } };

export function noteNoWrites(why: NoWrites): void {
  store.countersignNoWrites = { why, at: performance.now() };
}

/** Cause of a failed write within the last 30 seconds; else null. */
export function recentNoWrites(): NoWrites | null {
  const last = store.countersignNoWrites;
  return last && performance.now() - last.at < FRESH_MS ? last.why : null;
}
