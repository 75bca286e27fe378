import "server-only";
import { log } from "./log";

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignAfterCommit?: WeakMap<object, (() => void)[]> };
store.countersignAfterCommit ??= new WeakMap();
const waiting = store.countersignAfterCommit;

/** Calls `work` once the transaction is committed; never when it is undone. */
export function afterCommit(tx: object, work: () => void): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** Call the answer after a return to a savepoint that is made now: what came to wait since is forgotten. */
export function waitingAt(tx: object): () => void {
  const kept = [...(waiting.get(tx) ?? [])];
  return () => void waiting.set(tx, kept);
}

/** Calls what waits for this transaction, which was committed. */
export function committed(tx: object): void {
  const works = waiting.get(tx) ?? [];
  waiting.delete(tx);
  for (const work of works)
    try {
      work();
    } catch (error) {
      // What was committed stays committed, whatever is wrong with a log line or a counter.
      log().error({ err: error }, "something after a commit failed");
    }
}
