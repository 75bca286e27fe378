import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { inboxList } from "../inbox/list";
import { getIssueView, listInbox } from "../inbox/queries";
import { getIssue } from "../queries";
import { ISSUE_STATES, type IssueState } from "../types";
import { FIRST_SEEN_DAYS, markOf } from "./mark";
import { mergeIssues } from "./merge";
import { aReported, itemOf } from "./testing/issues";
import type { Mark } from "./types";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

test.each<[state: IssueState, growing: boolean, days: number, Mark | null]>([
  ["new", false, 0, "first_seen"],
  ["new", false, FIRST_SEEN_DAYS - 0.001, "first_seen"],
  ["new", false, FIRST_SEEN_DAYS, "ongoing"],
  ["accepted", false, 30, "ongoing"],
  ["needs_info", false, 1, "first_seen"],
  ["snoozed", false, 30, "ongoing"],
  ["in_progress", true, 30, "growing"],
  ["new", true, 0, "growing"],
  ["regressed", false, 0, "regressed"],
  ["regressed", true, 30, "regressed"],
  ["resolved", true, 0, null],
  ["declined", false, 0, null],
  ["merged", true, 0, null],
])("%s, growing %s, first seen %d days ago: %s", (state, growing, days, mark) => {
  expect(markOf({ state, growing, firstSeenAt: ago(days) }, NOW)).toBe(mark);
});

test("every state has an answer", () => {
  for (const state of ISSUE_STATES)
    expect(() => markOf({ state, growing: false, firstSeenAt: NOW }, NOW)).not.toThrow();
});

test("row, page and API say the same, by the first report of a duplicate too", async () => {
  const { person, report, tenant } = await aReported();
  const { issue } = await report("crm");
  const { issue: older } = await report("crm", { actualOutcome: "Before" });
  const marks = async () => [
    (await listInbox(person, inboxList.parse({}).filter)).rows.find(({ id }) => id === issue.id)?.mark,
    (await getIssueView(person, issue.id)).mark,
    (await getIssue(person, issue.id)).mark,
  ];
  const set = (id: string, data: { growing?: boolean; firstSeenAt?: Date }) =>
    ingest(systemScope("tests"), (tx) =>
      tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id }, data }),
    );
  expect(await marks()).toEqual(["first_seen", "first_seen", "first_seen"]);
  await set(older.id, { firstSeenAt: new Date(Date.now() - 8 * 86_400_000) });
  await mergeIssues(person, { into: issue.id, items: [await itemOf(person, older.id)] });
  expect(await marks()).toEqual(["ongoing", "ongoing", "ongoing"]);
  await set(issue.id, { growing: true });
  expect(await marks()).toEqual(["growing", "growing", "growing"]);
});
