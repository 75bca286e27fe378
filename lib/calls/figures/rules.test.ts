import { describe, expect, test } from "vitest";
import { figureDays, figuresOf, isWholeDays } from "./rules";

const now = new Date("2026-11-21T12:00:00Z");
const at = (text: string) => new Date(text);

describe("the days of figures", () => {
  test.each([
    ["nothing asked", undefined, undefined, "2026-09-27", "2026-11-21"],
    ["since a day", "2026-11-19T00:00:00Z", undefined, "2026-11-19", "2026-11-21"],
    ["one day", "2026-11-03T00:00:00Z", "2026-11-04T00:00:00Z", "2026-11-03", "2026-11-03"],
    ["until a day", undefined, "2026-11-04T00:00:00Z", "2026-09-09", "2026-11-03"],
    ["very long", "2020-01-01T00:00:00Z", undefined, "2026-09-27", "2026-11-21"],
    ["the future", "2027-01-01T00:00:00Z", undefined, "2026-11-21", "2026-11-21"],
  ])("%s", (_, since, until, from, to) => {
    expect(figureDays(since ? at(since) : undefined, until ? at(until) : undefined, now)).toEqual({
      from,
      to,
    });
  });
});

test("whole days are those that begin and end with a day in UTC", () => {
  expect(isWholeDays(undefined, undefined)).toBe(true);
  expect(isWholeDays(at("2026-11-04T00:00:00Z"), undefined)).toBe(true);
  expect(isWholeDays(at("2026-11-04T00:00:00Z"), at("2026-11-05T00:00:01Z"))).toBe(false);
});

test("names are those with the most calls; each day is there", () => {
  const rows = ["a", "b", "c", "d", "e", "f", "g"].flatMap((name, i) => [
    { kind: "tool" as const, name, day: "2026-11-20", outcome: "ok" as const, calls: i + 1, missing: 0 },
    { kind: "tool" as const, name, day: "2026-11-20", outcome: "timeout" as const, calls: 1, missing: 1 },
  ]);
  const figures = figuresOf(rows, "all", { from: "2026-11-19", to: "2026-11-21" });
  expect(figures.days.map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20", "2026-11-21"]);
  expect(figures.tools.map(({ name }) => name)).toEqual(["g", "f", "e", "d", "c"]);
  expect(figures).toMatchObject({ calls: 35, failed: 7, missing: 7, older: false, agents: [] });
  const shorter = figuresOf(rows, "all", { from: "2026-11-21", to: "2026-11-21" });
  expect(shorter).toMatchObject({ calls: 35, older: true });
});
