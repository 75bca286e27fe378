import { queueList } from "@/lib/approvals/queue/list";
import { comesAfter, type QueuePlace } from "@/lib/approvals/queue/rules";
import type { Change, ListPage, LiveRows, PageState } from "./list-page";
import { listed, noteOf } from "./listed-row";
import type { ListedRow } from "./queue-item";

// With fewer rows than this, it pays to read the whole page again.
const ROWS_MIN = 25;

const NOTES_MAX = 50;

/**
 * The page after some of its calls changed; null if it has to be read again. Rows stay between its
 * first and last position when read: later positions belong to another page.
 */
export function changedPage(
  page: ListPage,
  { changes: { calls, rows, asOf }, ids }: Change,
  live: LiveRows,
): ListPage | null {
  const keys = new Map(calls.map(({ id, key }) => [id, key]));
  const rowOf = (id: string) => page.rows.find((row) => row.calls.some((call) => call.id === id));
  // A call that vanished or moved to another row leaves a row whose state is unknown.
  if (ids.some((id) => (rowOf(id)?.key ?? keys.get(id)) !== keys.get(id))) return null;
  const { filter } = queueList.parse(Object.fromEntries(new URLSearchParams(page.listKey)));
  const last = page.more ? placeOf(page.rows.at(-1)) : null;
  const here = rows.filter(
    (row) => !last || !comesAfter(row, last) || page.rows.some(({ key }) => key === row.key),
  );
  const told = new Set(keys.values());
  const next = [
    ...page.rows.filter(({ key }) => !told.has(key)).map((row) => ({ row, place: placeOf(row) })),
    ...here.map((row) => ({ row: listed(row, { filter, asOf, ...live }), place: row })),
  ].toSorted((a, b) => (a.place && b.place && comesAfter(a.place, b.place) ? 1 : -1));
  if (next.length === 0 ? page.rows.length > 0 : page.more && next.length < ROWS_MIN) return null;
  const left = calls.filter(
    ({ key, decision, agreed }) =>
      (decision !== "pending" || agreed !== null) && here.every((row) => row.key !== key),
  );
  return {
    ...page,
    rows: next.map(({ row }) => row),
    recent: [...left.map(noteOf), ...page.recent].slice(0, NOTES_MAX),
    asOf: asOf.getTime(),
  };
}

// No read takes longer.
const LATELY_MS = 30_000;

/** The list after a change; null if it has to be read again. */
export function changed(state: PageState, change: Change, live: LiveRows): PageState | null {
  const page = changedPage(state.page, change, live);
  const from = change.changes.asOf.getTime() - LATELY_MS;
  const recent = state.recent.filter(({ changes }) => changes.asOf.getTime() >= from);
  return page && { read: state.read, page, recent: [...recent, change] };
}

/** The list after another read, with the changes that are newer than the read. */
export function readAgain({ page, recent }: PageState, read: ListPage, live: LiveRows): PageState {
  const newer =
    page.listKey === read.listKey ? recent.filter(({ changes }) => changes.asOf.getTime() > read.asOf) : [];
  const next = newer.reduce<ListPage | null>((now, change) => now && changedPage(now, change, live), read);
  return { read, page: next ?? read, recent: next ? newer : [], isShort: next === null };
}

/** The position of a row, taken from its first call. */
function placeOf(row: ListedRow | undefined): QueuePlace | null {
  const first = row?.calls[0];
  return row && first ? { ...first, soon: row.soon } : null;
}
