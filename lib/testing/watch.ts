import pg from "pg";

// Statements of this process from any layer, because all use pg's client.

type Watcher = (client: object, statement: string) => Promise<void> | undefined;

// One for all copies of this module, because the client is one.
const store = globalThis as { countersignWatchers?: Set<Watcher> };

/**
 * Adds a watcher for every statement.
 * @returns a function that removes it
 */
export function watchStatements(watcher: Watcher): () => void {
  store.countersignWatchers ??= wrap(new Set());
  const watchers = store.countersignWatchers;
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function wrap(watchers: Set<Watcher>): Set<Watcher> {
  const send: (...given: unknown[]) => unknown = pg.Client.prototype.query;
  const watched = function (this: object, ...given: unknown[]): unknown {
    const statement = textOf(given[0]);
    const waits = [...watchers].flatMap((watcher) => watcher(this, statement) ?? []);
    if (waits.length === 0) return send.apply(this, given);
    return Promise.all(waits).then(() => send.apply(this, given));
  };
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
  return watchers;
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { text = "", name = "" } = query as { text?: string; name?: string };
  return text || name;
}

/** Holds back the next statement that contains the text, before it is sent. */
export function holdBack(part: string): { reached: Promise<void>; release: () => void } {
  let [reach, release] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stop = watchStatements((_, statement) => {
    if (!statement.includes(part)) return undefined;
    stop();
    reach();
    return released;
  });
  return { reached, release };
}
