/** A row that left the list on screen: stays for a moment, struck through, with a note. */
type Ghost = { id: string; note: string; until: number };

/** The list on screen. It changes only where no pointer is. */
export type RowOrder = {
  /** Identifies the list; another one starts over. */
  key: string;
  /** When the server first read the list: later rows are new. */
  since: number;
  /** Ids on screen from top to bottom, ghosts included. */
  shown: readonly string[];
  /** Ids the server has and the screen does not show yet. */
  waiting: readonly string[];
  ghosts: readonly Ghost[];
};

/** A page as the server just read it. */
export type ServerPage = {
  key: string;
  /** `at`: when the row, or its newest member, arrived. */
  rows: readonly { key: string; at: number }[];
  /** Whether rows follow on another page. */
  more: boolean;
  asOf: number;
};

/** How long a removed row stays on screen. */
export const GHOST_MS = 10_000;

const GONE = "No longer in this list";

const idsOf = ({ rows }: ServerPage) => rows.map((row) => row.key);

/** A new list: all rows in the server's order. */
export function freshOrder(page: ServerPage): RowOrder {
  return { key: page.key, since: page.asOf, shown: idsOf(page), waiting: [], ghosts: [] };
}

/**
 * The order after rows are renamed: an edited call keeps its place under a new key.
 * @param idOf the id in a row on screen
 */
export function renamed(
  order: RowOrder,
  rows: readonly { key: string; id: string }[],
  idOf: (key: string) => string | undefined,
): RowOrder {
  const keys = new Set(rows.map(({ key }) => key));
  const keyOf = new Map(rows.flatMap(({ key, id }) => (order.shown.includes(key) ? [] : [[id, key]])));
  const now = (key: string) => (keys.has(key) ? key : (keyOf.get(idOf(key) ?? "") ?? key));
  return { ...order, shown: order.shown.map(now) };
}

/**
 * Merges a server page into the order. Rows keep their places, arrivals wait, and rows from the
 * next page go to the end. Removed rows become ghosts, unless they moved to the next page.
 * `noteFor` says why a row was removed, if known.
 */
export function mergeOrder(
  order: RowOrder,
  page: ServerPage,
  noteFor: (id: string) => string | undefined,
  now: number,
): RowOrder {
  if (order.key !== page.key) return freshOrder(page);
  const present = new Set(idsOf(page));
  const lastHere = order.shown.findLastIndex((id) => present.has(id));
  const known = new Set(order.ghosts.map((ghost) => ghost.id));
  const ghosts = order.ghosts.filter((ghost) => ghost.until > now && !present.has(ghost.id));
  for (const [at, id] of order.shown.entries()) {
    const note = noteFor(id);
    const slidAway = page.more && at > lastHere && note === undefined;
    if (!present.has(id) && !known.has(id) && !slidAway)
      ghosts.push({ id, note: note ?? GONE, until: now + GHOST_MS });
  }
  const haunting = new Set(ghosts.map((ghost) => ghost.id));
  const shown = order.shown.filter((id) => present.has(id) || haunting.has(id));
  // An empty list has no pointer on it, so its first rows show at once.
  if (shown.length === 0) return { ...freshOrder(page), ghosts };
  const onScreen = new Set(shown);
  const last = page.rows.findLastIndex((row) => onScreen.has(row.key));
  const others = page.rows.flatMap(({ key, at }, index) =>
    onScreen.has(key) ? [] : [{ key, slid: at <= order.since && index > last }],
  );
  const pick = (slid: boolean) => others.filter((one) => one.slid === slid).map((one) => one.key);
  return { ...order, shown: [...shown, ...pick(true)], waiting: pick(false), ghosts };
}
