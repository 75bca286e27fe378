import { expect, test } from "vitest";
import { activityFilterOf } from "./filter";
import { trailList } from "./list";

const read = (params: Record<string, string>, zone = "Europe/Lisbon") =>
  activityFilterOf(trailList.parse(params).filter, zone);

test("days are days of the viewer's calendar, the last one whole", () => {
  expect(read({ since: "2026-07-01", until: "2026-07-01" })).toEqual({
    since: "2026-06-30T23:00:00.000Z",
    until: "2026-07-01T23:00:00.000Z",
  });
  expect(read({ since: "2026-11-21" }, "Asia/Kolkata").since).toBe("2026-11-20T18:30:00.000Z");
  // The night of the change to winter time has 25 hours.
  const { since, until } = read({ since: "2026-10-25", until: "2026-10-25" });
  expect(Date.parse(until ?? "") - Date.parse(since ?? "")).toBe(25 * 3_600_000);
});

test("instants, as links of other pages give them, stay", () => {
  const asked = { since: "2026-07-01T10:00:00Z", subject: "approval:1", action: "approval" };
  expect(read(asked)).toEqual({ ...asked, since: "2026-07-01T10:00:00.000Z" });
});

test.each([
  { since: "2026-13-45" },
  { since: "yesterday" },
  { action: "x; drop table" },
  { subject: "approval" },
  { tenant: "a".repeat(300) },
])("%j is left out, and said to be", (params) => {
  const { filter, problems } = trailList.parse(params);
  expect(filter).toEqual({});
  expect(problems).toMatchObject([{ name: Object.keys(params)[0], sent: Object.values(params)[0] }]);
});
