import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { feedbackQuery } from "../schema";
import { exportQuery, inboxCursor, inboxPlace, inboxQuery, parseInboxFilter } from "./rules";

describe("an address", () => {
  test("names the issues it means, and comes back from them as it was", () => {
    const search = {
      view: "high",
      q: "lead",
      severity: "med",
      tool: "t",
      state: "resolved",
      agent: "a",
      tenant: "acme",
      since: "2026-11-01",
      until: "2026-11-02",
      cursor: "c",
    };
    expect(Object.fromEntries(new URLSearchParams(inboxQuery(parseInboxFilter(search))))).toEqual(search);
  });

  test("without a view shows what is open; with a state or severity, all of that", () => {
    expect(parseInboxFilter({}).view).toBe("open");
    expect(parseInboxFilter({ state: "declined" }).view).toBe("all");
    expect(parseInboxFilter({ severity: "low" }).view).toBe("all");
    expect(inboxQuery(parseInboxFilter({}))).toBe("");
    expect(inboxQuery(parseInboxFilter({ state: "declined" }))).toBe("?state=declined");
  });

  test.each([{ view: "mine" }, { severity: "critical" }, { state: "gone" }, { since: "soon" }, { q: " " }])(
    "with something unknown is the plain inbox: %j",
    (search) => {
      expect(inboxQuery(parseInboxFilter(search))).toBe("");
    },
  );
});

test("a cursor comes back as the place it was; anything else is none", () => {
  const place = { lastSeenAt: new Date("2026-11-21T10:00:00.123Z"), id: newId() };
  expect(inboxPlace(inboxCursor(place))).toEqual(place);
  for (const text of [undefined, "", "zzz", Buffer.from('[1,"x"]').toString("base64url")])
    expect(inboxPlace(text)).toBeNull();
});

test.each([
  ["", { open: "true" }],
  ["view=high", { open: "true", severity: "high" }],
  ["view=all&tool=t", { tool: "t" }],
  [
    "state=declined&since=2026-11-01&until=2026-11-01",
    { state: "declined", since: "2026-11-01T00:00:00.000Z", until: "2026-11-02T00:00:00.000Z" },
  ],
] as const)("a download of ?%s asks the API for the same reports", (query, expected) => {
  const asked = exportQuery(parseInboxFilter(Object.fromEntries(new URLSearchParams(query))), "csv");
  expect(feedbackQuery.parse(Object.fromEntries(new URLSearchParams(asked)))).toEqual({
    format: "csv",
    limit: 50,
    ...expected,
  });
});
