import { expect, test } from "vitest";
import {
  afterAct,
  fitting,
  isNamed,
  leftOf,
  mergeable,
  type SelectedIssue,
  type Selection,
  seenAgain,
} from "./selection";

const SEEN = "2026-11-20T10:00:00.000Z";
const LATER = new Date("2026-11-20T11:00:00.000Z");

const anIssue = (id: string, state: SelectedIssue["state"] = "new"): SelectedIssue => ({
  id,
  ref: `FB-${id}@acme`,
  state,
  seen: SEEN,
  href: `/feedback/${id}`,
});

const of = (...issues: SelectedIssue[]): Selection => new Map(issues.map((issue) => [issue.id, issue]));

test("a verb counts those it is for, as they were seen", () => {
  const selection = of(anIssue("1"), anIssue("2", "in_progress"), anIssue("3", "resolved"));
  expect(fitting(selection, "accept")).toBe(1);
  expect(fitting(selection, "decline")).toBe(2);
  expect(fitting(selection, "reopen")).toBe(1);
  expect(mergeable(selection)).toBe(2);
});

test("an issue is named by its reference, id or a link", () => {
  const issue = { id: "01a20749-7eee-72f5-b1c0-b05c79892132", ref: "FB-12@acme" };
  const link = `https://countersign.example/feedback/${issue.id}?view=all`;
  for (const name of ["FB-12@acme", " fb-12@ACME ", "#FB-12@acme", issue.id, link])
    expect(isNamed(issue, name)).toBe(true);
  for (const name of ["", "FB-1@acme", "FB-12", link.replace("01a2", "01a3")])
    expect(isNamed(issue, name)).toBe(false);
});

test("after an act those it was not for stay selected; those that changed are named and go", () => {
  const selection = of(anIssue("1"), anIssue("2", "in_progress"), anIssue("3"), anIssue("4"), anIssue("5"));
  const outcome = {
    actId: "a",
    done: [{ id: "1", state: "accepted" as const, updatedAt: LATER }],
    left: [
      { id: "2", why: "state" as const, state: "in_progress" as const },
      { id: "3", why: "state" as const, state: "resolved" as const },
      { id: "4", why: "changed" as const, state: "new" as const },
      { id: "5", why: "gone" as const, state: null },
    ],
  };
  expect(leftOf(selection, outcome).map(({ issue, why }) => [issue.id, why])).toEqual([
    ["2", "state"],
    ["3", "changed"],
    ["4", "changed"],
    ["5", "gone"],
  ]);
  expect([...afterAct(selection, "accept", outcome).keys()]).toEqual(["2"]);
});

test("what a fact was said of stays selected, as it is now", () => {
  const outcome = { actId: "a", done: [{ id: "1", state: "new" as const, updatedAt: LATER }], left: [] };
  expect(afterAct(of(anIssue("1")), "prioritize", outcome).get("1")?.seen).toBe(LATER.toISOString());
  expect(seenAgain(of(anIssue("2")), outcome).get("2")?.seen).toBe(SEEN);
});
