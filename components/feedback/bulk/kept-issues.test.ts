import { expect, test } from "vitest";
import { TRIAGE_MAX } from "@/lib/feedback/triage/types";
import { keptIssues } from "./kept-issues";
import type { SelectedIssue } from "./selection";

const { choose, select, now } = keptIssues;

const issues = (from: number, count: number): SelectedIssue[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(from + at),
    ref: `FB-${from + at}@acme`,
    state: "new",
    seen: "2026-11-20T10:00:00.000Z",
    href: `/feedback/${from + at}`,
  }));

test("however issues are selected, that some did not fit is known until the selection is another", () => {
  choose(issues(0, 80), true);
  expect([now().selection.size, now().full]).toEqual([80, false]);
  choose(issues(80, 50), true);
  expect([now().selection.size, now().full]).toEqual([TRIAGE_MAX, true]);
  choose(issues(0, 1), false);
  expect([now().selection.size, now().full]).toEqual([TRIAGE_MAX - 1, false]);
  choose(issues(80, 50), true);
  select(new Map());
  expect([now().selection.size, now().full]).toEqual([0, false]);
});
