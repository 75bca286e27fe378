/** A row that left the list while somebody looked at it: it stays a moment, struck through, saying what became of it. */
type Ghost = { id: string; note: string; until: number };

/** The list as it stands on the screen, which only ever changes where nobody points. */
export type RowOrder = {
  /** Which list this is; another one starts afresh. */
  key: string;
  /** When the server read what the list began with: what came later is new. */
  since: number;
  /** Ids on the screen from top to bottom, ghosts included. */
  shown: readonly string[];
  /** Ids the server has and the screen does not show yet. */
  waiting: readonly string[];
  ghosts: readonly Ghost[];
};

/** A page as the server reads it now. */
export type ServerPage = {
  key: string;
  /** `at`: when the row, or the newest thing in it, came. */
  rows: readonly { key: string; at: number }[];
  /** Whether rows follow on another page. */
  more: boolean;
  asOf: number;
};

/** How long a row that is gone stays on the screen. */
export const GHOST_MS = 10_000;

const GONE = "No longer in this list";

const idsOf = ({ rows }: ServerPage) => rows.map((row) => row.key);

/** A list nobody has looked at yet: everything in the server's order. */
export function freshOrder(page: ServerPage): RowOrder {
  return { key: page.key, since: page.asOf, shown: idsOf(page), waiting: [], ghosts: [] };
}

/**
 * The order where rows are named anew: a call that somebody edited stands under another key in the same place, and did not leave.
 * @param idOf the id of what a row on the screen shows
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
 * Takes in what the server says now. Rows keep their places; those that arrived wait to be asked for; what slides in from the next
 * page stands at the end at once; gone ones become ghosts, but for those that only slid to the next page. `noteFor` says what
 * became of a row that is gone, if it is known.
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
  // Nobody can point at an empty list, so its first rows need no asking.
  if (shown.length === 0) return { ...freshOrder(page), ghosts };
  const onScreen = new Set(shown);
  const last = page.rows.findLastIndex((row) => onScreen.has(row.key));
  const others = page.rows.flatMap(({ key, at }, index) =>
    onScreen.has(key) ? [] : [{ key, slid: at <= order.since && index > last }],
  );
  const pick = (slid: boolean) => others.filter((one) => one.slid === slid).map((one) => one.key);
  return { ...order, shown: [...shown, ...pick(true)], waiting: pick(false), ghosts };
}
