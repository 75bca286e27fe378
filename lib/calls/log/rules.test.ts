import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Search } from "@/lib/core/list/filters";
import { toolCallQuery } from "../schema";
import { callFilterOf, exportQuery, parseLog, spanOf } from "./rules";

const now = new Date("2026-11-21T12:00:00Z");

test("dates that are given say more than a choice does", () => {
  expect(parseLog({ within: "24h", since: "2026-11-01" }).filter).toEqual({ since: "2026-11-01" });
  expect(parseLog({ within: "24h", since: "yesterday" }).filter).toEqual({ within: "24h" });
});

describe("time", () => {
  const filterOf = (search: Record<string, string>) => callFilterOf(parseLog(search).filter, now);

  test("of days includes the last one; of instants it does not", () => {
    const days = filterOf({ since: "2026-11-01", until: "2026-11-01" });
    expect(days.since?.toISOString()).toBe("2026-11-01T00:00:00.000Z");
    expect(days.until?.toISOString()).toBe("2026-11-02T00:00:00.000Z");
    expect(filterOf({ until: "2026-11-01T05:00:00Z" }).until?.toISOString()).toBe("2026-11-01T05:00:00.000Z");
  });

  test("may be the last hours to the minute, or the last days whole; dates that are given win", () => {
    expect(filterOf({ within: "24h" }).since?.toISOString()).toBe("2026-11-20T12:00:00.000Z");
    expect(filterOf({ within: "7d" }).since?.toISOString()).toBe("2026-11-15T00:00:00.000Z");
    expect(filterOf({ within: "30d" }).since?.toISOString()).toBe("2026-10-23T00:00:00.000Z");
    expect(filterOf({ within: "any" }).since).toBeUndefined();
    expect(filterOf({ within: "24h", since: "2026-11-01" }).since?.getUTCDate()).toBe(1);
    expect(filterOf({ within: "24h", until: "2026-11-01" }).since).toBeUndefined();
  });

  test.each([
    [{}, "7d"],
    [{ tool: "t" }, "7d"],
    [{ session: "s" }, "any"],
    [{ approval: newId() }, "any"],
    [{ session: "s", within: "1h" }, "1h"],
    [{ until: "2026-11-01" }, null],
  ])("of %j is %s", (search, span) => {
    expect(spanOf(parseLog(search as Search).filter)).toBe(span);
  });

  test("of the plain log is the last week, in the list and in a download alike", () => {
    expect(filterOf({}).since?.toISOString()).toBe("2026-11-15T00:00:00.000Z");
    expect(exportQuery({}, "csv", now)).toContain("since=2026-11-15T00%3A00%3A00.000Z");
    expect(exportQuery({ within: "any" }, "csv", now)).not.toContain("since");
  });
});

test("a download asks the API for the same calls", () => {
  const { filter } = parseLog({
    session: "s",
    class: "tool",
    tenant: "acme",
    within: "1h",
    rationale: "missing",
    q: "a&b",
  });
  const query = Object.fromEntries(new URLSearchParams(exportQuery(filter, "csv", now)));
  expect(toolCallQuery.parse(query)).toMatchObject({
    format: "csv",
    session_id: "s",
    class: "tool",
    tenant: "acme",
    rationale: "missing",
    q: "a&b",
    since: "2026-11-21T11:00:00.000Z",
  });
});
