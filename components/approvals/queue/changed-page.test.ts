import { expect, test } from "vitest";
import type { QueueRow, RecentDecision } from "@/lib/approvals/queue/types";
import { changed, changedPage, readAgain } from "./changed-page";
import type { ListPage } from "./list-page";
import { listed } from "./listed-row";

const LIVE = { viewerId: "me", showTenant: false };
const [THEN, NOW] = [new Date("2026-11-22T10:00:00Z"), new Date("2026-11-22T10:05:00Z")];

/** A row named by its call, which expires after `minutes`. */
function aRow(id: string, minutes: number, over: Partial<QueueRow> = {}): QueueRow {
  return {
    key: `row ${id}`,
    id,
    revision: 1,
    argumentsSha256: "0".repeat(64),
    risk: "high",
    headline: `Do ${id}`,
    provider: "files",
    tool: "write",
    agent: null,
    tenant: "acme",
    gateway: "gateway",
    status: "pending",
    decision: "pending",
    undelivered: false,
    soon: false,
    owner: null,
    byPerson: false,
    failedDeliveryId: null,
    outcomeKnown: false,
    createdAt: THEN,
    decideBy: new Date(THEN.getTime() + minutes * 60_000),
    releaseAt: null,
    decidedAt: null,
    decidedBy: null,
    byPolicy: false,
    assignment: null,
    changedAt: THEN,
    acknowledgedBy: null,
    approvalsRequired: 1,
    approvalsGiven: 0,
    brokeGlass: false,
    seats: null,
    snoozedUntil: null,
    members: [],
    moreMembers: false,
    ...over,
  };
}

const callOf = (id: string, over: Partial<RecentDecision> = {}): RecentDecision => ({
  id,
  key: `row ${id}`,
  decision: "pending",
  by: null,
  agreed: null,
  ...over,
});

function aPage(rows: readonly QueueRow[], more = false): ListPage {
  const alike = { filter: { view: "all" as const }, asOf: THEN, ...LIVE };
  return {
    listKey: "?view=all",
    rows: rows.map((row) => listed(row, alike)),
    more,
    asOf: THEN.getTime(),
    recent: [],
  };
}

const taken = (page: ListPage, calls: RecentDecision[], rows: QueueRow[], ids = calls.map(({ id }) => id)) =>
  changedPage(page, { changes: { calls, rows, asOf: NOW }, ids }, LIVE);

const idsOf = (page: ListPage | null) => page?.rows.map(({ id }) => id);

test("rows that arrive stand where the server would have put them, and lead where the list leads", () => {
  const page = aPage([aRow("a", 10), aRow("c", 30)]);
  const rows = [aRow("b", 20), aRow("first", 90, { risk: "critical" }), aRow("last", 5, { risk: "low" })];
  const next = taken(
    page,
    rows.map(({ id }) => callOf(id)),
    rows,
  );
  expect(idsOf(next)).toEqual(["first", "a", "b", "c", "last"]);
  expect(next?.asOf).toBe(NOW.getTime());
  expect(next?.rows[0]?.href).toBe("/approvals/first?view=all");
});

test("a row that changed is written anew in its place, and one that was decided leaves, saying by whom", () => {
  const page = aPage([aRow("a", 10), aRow("b", 20), aRow("c", 30)]);
  const assignment = { userId: "me", name: "Ines", until: NOW };
  const changed = aRow("b", 20, { assignment });
  const next = taken(page, [callOf("b"), callOf("c", { decision: "approved", by: "Ines" })], [changed]);
  expect(idsOf(next)).toEqual(["a", "b"]);
  expect(next?.rows[1]?.holder).toEqual({ ...assignment, mine: true });
  expect(next?.recent).toEqual([{ id: "row c", note: "Approved by Ines", waits: false }]);
  // A snoozed call still waits: it has no decision.
  expect(taken(page, [callOf("a")], [])?.recent).toEqual([]);
});

test("what belongs to the next page stays there; a page that gets short is read again, as is one without rows", () => {
  const rows = Array.from({ length: 30 }, (_, n) => aRow(`n${n}`, n));
  const page = aPage(rows, true);
  expect(idsOf(taken(page, [callOf("later")], [aRow("later", 90)]))).toEqual(rows.map(({ id }) => id));
  const gone = rows.slice(0, 6).map(({ id }) => callOf(id, { decision: "cancelled" }));
  expect(taken(page, gone, [])).toBeNull();
  expect(taken(aPage([aRow("only", 1)]), [callOf("only", { decision: "expired" })], [])).toBeNull();
});

test("a call of which nothing is told, or that stands in another row now, has the page read again", () => {
  const page = aPage([aRow("a", 10), aRow("b", 20)]);
  expect(taken(page, [], [], ["a"])).toBeNull();
  expect(taken(page, [callOf("a", { key: "another" })], [aRow("a", 10, { key: "another" })])).toBeNull();
  // A call that was never on this page does not affect it.
  expect(idsOf(taken(page, [], [], ["z"]))).toEqual(["a", "b"]);
});

test("a reading that was on its way keeps what changed after it, and nothing older", () => {
  const [old, recent] = [aRow("old", 10), aRow("recent", 20)];
  const changeAt = (at: Date, row: QueueRow) => ({
    changes: { calls: [callOf(row.id)], rows: [row], asOf: at },
    ids: [row.id],
  });
  const [before, after] = [changeAt(new Date(THEN.getTime() - 1), old), changeAt(NOW, recent)];
  const page = aPage([aRow("a", 1)]);
  const came = (changes: (typeof before)[], shown = page) =>
    readAgain({ read: page, page: shown, recent: changes }, page, LIVE);
  const kept = came([before, after]);
  expect(idsOf(kept.page)).toEqual(["a", "recent"]);
  expect(kept.recent).toEqual([after]);
  expect(came([before]).page).toBe(page);
  expect(came([after], { ...page, listKey: "?view=high" }).page).toBe(page);
  const untold = { changes: { calls: [], rows: [], asOf: NOW }, ids: ["a"] };
  expect(came([untold])).toMatchObject({ page, recent: [], isShort: true });
  const state = { read: page, page, recent: [before] };
  expect(changed(state, after, LIVE)?.recent).toEqual([after]);
  expect(changed(state, untold, LIVE)).toBeNull();
});

test("a call that leaves the list and still waits for others says so, and not that it is decided", () => {
  const page = aPage([aRow("a", 10), aRow("b", 20)]);
  const agreed = { yours: true, given: 1, required: 2, held: false };
  const own = taken(page, [callOf("a", { agreed })], []);
  expect(own?.recent).toEqual([
    { id: "row a", note: "Approved by you: 1 of 2 approvals given", waits: true },
  ]);
  const held = taken(page, [callOf("a", { agreed: { ...agreed, given: 2, held: true } })], []);
  expect(held?.recent).toEqual([{ id: "row a", note: "Approved, held before release", waits: true }]);
});
