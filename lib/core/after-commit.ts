import "server-only";
import { log } from "./log";

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignAfterCommit?: WeakMap<object, (() => void)[]> };
store.countersignAfterCommit ??= new WeakMap();
const waiting = store.countersignAfterCommit;

/** Calls `work` once the transaction is committed; never when it is undone. */
export function afterCommit(tx: object, work: () => void): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** Savepoint for callbacks: the returned function drops those added since. */
export function waitingAt(tx: object): () => void {
  const kept = [...(waiting.get(tx) ?? [])];
  return () => void waiting.set(tx, kept);
}

/** Runs the callbacks of a committed transaction. */
export function committed(tx: object): void {
  const works = waiting.get(tx) ?? [];
  waiting.delete(tx);
  for (const work of works)
    try {
      work();
    } catch (error) {
      // The commit is final, even if a log line or a counter fails.
      log().error({ err: error }, "something after a commit failed");
    }
}
