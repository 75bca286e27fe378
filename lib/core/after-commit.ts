import "server-only";

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignAfterCommit?: WeakMap<object, (() => void)[]> };
store.countersignAfterCommit ??= new WeakMap();
const waiting = store.countersignAfterCommit;

/** Calls `work` once the transaction is committed; never when it is undone. */
export function afterCommit(tx: object, work: () => void): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** Calls what waits for this transaction, which was committed. */
export function committed(tx: object): void {
  for (const work of waiting.get(tx) ?? []) work();
  waiting.delete(tx);
}
