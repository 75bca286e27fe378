// Whether writes of this process failed a moment ago although the database answers: readiness says so.

/** Why the database takes no writes: no room on its disk, or it may not write. */
export type NoWrites = "full" | "read only";

// A balancer sends nothing to a process that is not ready, so no later write could clear this.
const FRESH_MS = 30_000;

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignNoWrites?: { why: NoWrites; at: number } };

/** Notes that a write failed. */
export function noteNoWrites(why: NoWrites): void {
  store.countersignNoWrites = { why, at: performance.now() };
}

/** Why the last write that failed did, within half a minute; else null. */
export function recentNoWrites(): NoWrites | null {
  const last = store.countersignNoWrites;
  return last && performance.now() - last.at < FRESH_MS ? last.why : null;
}
