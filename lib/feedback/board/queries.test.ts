import { expect, test } from "vitest";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { inboxList } from "../inbox/list";
import { aReported, bringTo } from "../triage/testing/issues";
import { readBoard } from "./queries";
import { BOARD_CARDS } from "./types";

const asked = (search: Record<string, string> = {}) => inboxList.parse(search, "all").filter;

test("each issue is in the column of its state, with what an act on it has to know; merged ones are part of another", async () => {
  const { person, report } = await aReported();
  const ids = new Map<string, string>();
  for (const tool of ["fresh", "taken", "asleep", "done", "no"]) ids.set(tool, (await report(tool)).issue.id);
  await bringTo(person, ids.get("taken") ?? "", ["accept"]);
  await bringTo(person, ids.get("asleep") ?? "", ["start", "snooze"]);
  await bringTo(person, ids.get("done") ?? "", ["resolve"]);
  await bringTo(person, ids.get("no") ?? "", ["decline"]);
  await report("done", { occurredAt: new Date(Date.now() + 1_000).toISOString() });
  const { columns } = await readBoard(person, asked());
  const told = columns.map(({ column, count, cards }) => [column, count, cards.map(({ tool }) => tool)]);
  expect(told).toEqual([
    ["new", 2, ["done", "fresh"]],
    ["accepted", 1, ["taken"]],
    ["in_progress", 0, []],
    ["needs_info", 0, []],
    ["snoozed", 1, ["asleep"]],
    ["resolved", 0, []],
    ["declined", 1, ["no"]],
  ]);
  expect(columns[4]?.cards[0]?.returnsTo).toBe("in_progress");
  const mine = await readBoard(person, asked({ view: "mine" }));
  expect(mine.columns.every(({ count }) => count === 0)).toBe(true);
  const one = await readBoard(person, asked({ tool: "taken", view: "waiting" }));
  expect(one.columns.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 0]);
});

test("a column counts all of its issues and shows the first; another tenant's are not there", async () => {
  const tenants = [await aTenant(), await aTenant()];
  const { person, report } = await aReported(tenants.slice(0, 1));
  const stranger = await aPerson(tenants.slice(1), "triager");
  for (let at = 0; at < BOARD_CARDS + 2; at += 1) await report(`tool ${String.fromCharCode(97 + at)}`);
  const [column] = (await readBoard(person, asked())).columns;
  expect([column?.count, column?.cards.length]).toEqual([BOARD_CARDS + 2, BOARD_CARDS]);
  expect((await readBoard(stranger, asked())).columns.every(({ count }) => count === 0)).toBe(true);
});
