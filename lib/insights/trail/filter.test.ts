import { expect, test } from "vitest";
import { readActivityFilter } from "./filter";

const read = (params: Record<string, string | undefined>, zone = "Europe/Lisbon") =>
  readActivityFilter(params, zone);

test("days are days of the viewer's calendar, the last one whole", () => {
  expect(read({ since: "2026-07-01", until: "2026-07-01" }).filter).toEqual({
    since: "2026-06-30T23:00:00.000Z",
    until: "2026-07-01T23:00:00.000Z",
  });
  expect(read({ since: "2026-11-21" }, "Asia/Kolkata").filter.since).toBe("2026-11-20T18:30:00.000Z");
  // The night of the change to winter time has 25 hours.
  const { since, until } = read({ since: "2026-10-25", until: "2026-10-25" }).filter;
  expect(Date.parse(until ?? "") - Date.parse(since ?? "")).toBe(25 * 3_600_000);
});

test("instants, as links of other pages give them, stay", () => {
  const { filter, days } = read({ since: "2026-07-01T10:00:00Z", subject: "approval:1", action: "approval" });
  expect(filter).toEqual({ since: "2026-07-01T10:00:00Z", subject: "approval:1", action: "approval" });
  expect(days).toEqual({});
});

test.each([
  { since: "2026-13-45" },
  { since: "yesterday" },
  { action: "x; drop table" },
  { subject: "approval" },
  { tenant: "a".repeat(300) },
])("%j is left out, and said to be", (params) => {
  expect(read(params)).toMatchObject({ filter: {}, partly: true });
});
