import { describe, expect, test } from "vitest";
import { addedCounts, healthOf, NO_CALLS, withCalls, worstFirst } from "./rules";
import type { HealthCounts, ToolHealth } from "./types";

const counts = (some: Partial<HealthCounts>): HealthCounts => ({ ...NO_CALLS, ...some });

describe("health", () => {
  test.each<[string, Partial<HealthCounts>, boolean, string]>([
    ["no call at all", {}, false, "no_data"],
    ["only calls that were held", { governance: 90 }, false, "no_data"],
    ["19 good calls", { ok: 19 }, false, "no_data"],
    ["20 good calls", { ok: 20 }, false, "healthy"],
    ["4 calls that all failed", { tool: 4 }, false, "no_data"],
    ["5 calls that all failed", { tool: 5 }, false, "degraded"],
    ["one failure in 20", { ok: 19, tool: 1 }, false, "healthy"],
    ["3 failures in 20", { ok: 17, extrinsic: 3 }, false, "watch"],
    ["7 failures in 20", { ok: 13, caller: 7 }, false, "watch"],
    ["8 failures in 20", { ok: 12, caller: 8 }, false, "degraded"],
    ["6 % of many", { ok: 9_400, tool: 600 }, false, "watch"],
    ["20.2 % of 1,000, which may be less", { ok: 798, tool: 202 }, false, "watch"],
    ["referrals to other tools", { ok: 10, boundary: 40 }, false, "healthy"],
    ["low use that one session spoke of", { ok: 40, boundary: 20, lowUtility: 20 }, false, "healthy"],
    ["repeated low use", { ok: 40, boundary: 20, lowUtility: 20 }, true, "degraded"],
    ["repeated low use, by users' words", { ok: 40 }, true, "watch"],
  ])("of %s", (_, some, repeated, state) => {
    expect(healthOf(counts(some), repeated).state).toBe(state);
  });

  test("tells its figures", () => {
    const all = counts({
      ok: 10,
      caller: 1,
      tool: 2,
      extrinsic: 3,
      boundary: 4,
      governance: 50,
      lowUtility: 1,
    });
    expect(healthOf(all, false)).toMatchObject({ ran: 20, failed: 6, caller: 1, tool: 2, extrinsic: 3 });
    expect(healthOf(all, true)).toMatchObject({ ran: 20, failed: 7, lowUtility: 1 });
  });
});

test("calls are counted by the class of their outcome", () => {
  const some = withCalls(withCalls(NO_CALLS, "low_utility", 3), "timeout", 2);
  expect(some).toEqual(counts({ boundary: 3, lowUtility: 3, extrinsic: 2 }));
  expect(addedCounts(some, some)).toEqual(counts({ boundary: 6, lowUtility: 6, extrinsic: 4 }));
});

test("the worst come first: by state, by the share that is sure, by name", () => {
  const tool = (name: string, some: Partial<HealthCounts>): ToolHealth => ({
    ...healthOf(counts(some), false),
    byProvider: true,
    withoutProvider: 0,
    id: name,
    gateway: { id: "", name: "" },
    provider: "p",
    name,
  });
  const tools = [
    tool("idle", {}),
    tool("good", { ok: 50 }),
    tool("fair", { ok: 50, tool: 1 }),
    tool("bad", { ok: 20, tool: 20 }),
    tool("worse", { tool: 40 }),
    tool("also-good", { ok: 30 }),
  ];
  const names = tools.toSorted(worstFirst).map(({ name }) => name);
  expect(names).toEqual(["worse", "bad", "fair", "also-good", "good", "idle"]);
});
