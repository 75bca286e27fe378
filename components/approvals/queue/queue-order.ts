/** A row that left the list while somebody looked at it: it stays a moment, struck through, saying what became of it. */
type Ghost = { id: string; note: string; until: number };

/** The list as it stands on the screen, which only ever changes where nobody points. */
export type QueueOrder = {
  /** Which list this is; another one starts afresh. */
  key: string;
  /** Ids on the screen from top to bottom, ghosts included. */
  shown: readonly string[];
  /** Ids the server has and the screen does not show yet. */
  waiting: readonly string[];
  ghosts: readonly Ghost[];
};

/** How long a row that was decided elsewhere stays on the screen. */
export const GHOST_MS = 10_000;

/** A list nobody has looked at yet: everything in the server's order. */
export function freshOrder(key: string, ids: readonly string[]): QueueOrder {
  return { key, shown: [...ids], waiting: [], ghosts: [] };
}

/**
 * Takes in what the server says now. Rows keep their places; new ones wait to be asked for; gone ones become ghosts.
 * `noteFor` says what became of a row that is gone.
 */
export function mergeOrder(
  order: QueueOrder,
  key: string,
  ids: readonly string[],
  noteFor: (id: string) => string,
  now: number,
): QueueOrder {
  if (order.key !== key) return freshOrder(key, ids);
  const present = new Set(ids);
  const known = new Set(order.ghosts.map((ghost) => ghost.id));
  const ghosts = order.ghosts.filter((ghost) => ghost.until > now && !present.has(ghost.id));
  for (const id of order.shown) {
    if (!present.has(id) && !known.has(id)) ghosts.push({ id, note: noteFor(id), until: now + GHOST_MS });
  }
  const haunting = new Set(ghosts.map((ghost) => ghost.id));
  const shown = order.shown.filter((id) => present.has(id) || haunting.has(id));
  // Nobody can point at an empty list, so its first rows need no asking.
  if (shown.length === 0) return { ...freshOrder(key, ids), ghosts };
  const onScreen = new Set(shown);
  return { key, shown, waiting: ids.filter((id) => !onScreen.has(id)), ghosts };
}

/** The server's own order, once somebody asks for the new rows. */
export function showWaiting(order: QueueOrder, ids: readonly string[]): QueueOrder {
  return freshOrder(order.key, ids);
}
