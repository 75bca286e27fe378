import { queueList } from "@/lib/approvals/queue/list";
import { comesAfter } from "@/lib/approvals/queue/rules";
import type { QueueRow } from "@/lib/approvals/queue/types";
import type { Change, ListPage, LiveRows, PageState } from "./list-page";
import { listed, noteOf } from "./listed-row";
import type { ListedRow } from "./queue-item";

// With fewer rows than this, those of the next page are worth a reading of the whole page.
const ROWS_MIN = 25;

const NOTES_MAX = 50;

/**
 * A page of the list after some of its calls changed; null when only a reading of the whole page can tell what it shows now.
 * Its rows stay between where it begins and where it ended when it was read: what lies behind that is on another page.
 */
export function changedPage(
  page: ListPage,
  { changes: { calls, rows, asOf }, ids }: Change,
  live: LiveRows,
): ListPage | null {
  const keys = new Map(calls.map(({ id, key }) => [id, key]));
  const rowOf = (id: string) => page.rows.find((row) => row.calls.some((call) => call.id === id));
  // A call that is nowhere any more, or stands in another row, leaves a row behind of which nothing was told.
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

// No reading is on its way for longer.
const LATELY_MS = 30_000;

/** The list after a change; null when only another reading can tell. */
export function changed(state: PageState, change: Change, live: LiveRows): PageState | null {
  const page = changedPage(state.page, change, live);
  const from = change.changes.asOf.getTime() - LATELY_MS;
  const recent = state.recent.filter(({ changes }) => changes.asOf.getTime() >= from);
  return page && { read: state.read, page, recent: [...recent, change] };
}

/** The list after it was read again, with the changes that are newer than the reading. */
export function readAgain({ page, recent }: PageState, read: ListPage, live: LiveRows): PageState {
  const newer =
    page.listKey === read.listKey ? recent.filter(({ changes }) => changes.asOf.getTime() > read.asOf) : [];
  const next = newer.reduce<ListPage | null>((now, change) => now && changedPage(now, change, live), read);
  return { read, page: next ?? read, recent: next ? newer : [], isShort: next === null };
}

type Place = Pick<QueueRow, "id" | "risk" | "decideBy">;

/** Where a row stands: its first call says so. */
function placeOf(row: ListedRow | undefined): Place | null {
  return row?.calls[0] ?? null;
}
