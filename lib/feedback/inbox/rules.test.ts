import { expect, test } from "vitest";
import { feedbackQuery, issuesQuery } from "../schema";
import { inboxList } from "./list";
import { exportQuery } from "./rules";

test("an address without a view shows what is open; with a state or severity, all of that", () => {
  const viewOf = (search: Record<string, string>) => inboxList.parse(search).filter.view;
  expect(viewOf({})).toBe("open");
  expect(viewOf({ state: "declined" })).toBe("all");
  expect(viewOf({ severity: "low" })).toBe("all");
  expect(viewOf({ state: "gone" })).toBe("open");
  expect(inboxList.link({ view: "open" })).toBe("/feedback");
  expect(inboxList.link({ view: "all", state: "declined" })).toBe("/feedback?state=declined");
  expect(inboxList.link({ view: "open", state: "declined" })).toBe("/feedback?view=open&state=declined");
});

test.each([
  ["", { view: "open" }],
  ["view=mine", { view: "mine" }],
  ["view=closed&severity=high", { view: "closed", severity: "high" }],
  ["view=all&tool=t", { tool: "t" }],
  ["view=all&reported=yes", { reported: "yes" }],
  [
    "state=declined&since=2026-11-01&until=2026-11-01",
    { state: "declined", since: "2026-11-01T00:00:00.000Z", until: "2026-11-02T00:00:00.000Z" },
  ],
] as const)("a download of ?%s asks the API for the same reports", (query, expected) => {
  const { filter } = inboxList.parse(Object.fromEntries(new URLSearchParams(query)));
  const asked = (of: "issues" | "feedback") =>
    Object.fromEntries(new URLSearchParams(exportQuery(filter, of, "csv")));
  const { reported, ...reports } = { reported: undefined, ...expected };
  expect(feedbackQuery.parse(asked("feedback"))).toEqual({ format: "csv", limit: 50, ...reports });
  expect(issuesQuery.parse(asked("issues"))).toEqual({
    ...{ format: "csv", limit: 50, ...reports },
    ...(reported && { reported }),
  });
});
