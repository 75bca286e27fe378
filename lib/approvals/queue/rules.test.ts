import { describe, expect, test } from "vitest";
import type { RiskWord } from "@/lib/core/risk";
import { nextAfter, parseQueueFilter, readCursor, writeCursor } from "./rules";

test("the queue's filter takes what it knows from the URL and leaves out the rest", () => {
  expect(
    parseQueueFilter({ view: "high", risk: "critical", q: ["mail", "x"], tool: "", foo: "bar" }),
  ).toEqual({
    view: "high",
    risk: "critical",
    q: "mail",
    tool: undefined,
    tenant: undefined,
    gateway: undefined,
    agent: undefined,
    cursor: undefined,
  });
  expect(parseQueueFilter({ view: "nonsense", risk: "huge" }).view).toBe("mine");
});

test("who may not decide begins with everything that waits", () => {
  expect(parseQueueFilter({}, "viewer").view).toBe("all");
  expect(parseQueueFilter({}, "approver").view).toBe("mine");
  expect(parseQueueFilter({ view: "mine" }, "viewer").view).toBe("mine");
});

test("a cursor comes back as it was written, and nothing else is one", () => {
  const id = "01999999-0000-7000-8000-000000000000";
  const place = { risk: "high", at: new Date(1_700_000_000_123), id };
  expect(readCursor(writeCursor(place))).toEqual({ risk: "high", at: place.at.toISOString(), id });
  const forged = Buffer.from(JSON.stringify(["huge", place.at.toISOString(), id])).toString("base64url");
  expect(readCursor(forged)).toBeNull();
});

describe("the next call", () => {
  const row = (id: string, risk: RiskWord, minutes: number, heldBy: string | null = null) => ({
    id,
    risk,
    decideBy: new Date(minutes * 60_000),
    decision: "pending" as const,
    assignment: heldBy === null ? null : { userId: heldBy, name: heldBy, until: new Date(0) },
  });
  const rows = [
    row("a", "critical", 9),
    row("b", "high", 1),
    row("c", "high", 5),
    row("d", "high", 5),
    row("e", "low", 2),
  ];

  test("is the one after it in the queue's order, whether it is still listed or not", () => {
    expect(nextAfter(rows, row("b", "high", 1), "me")?.id).toBe("c");
    expect(nextAfter(rows, row("c", "high", 5), "me")?.id).toBe("d");
    expect(nextAfter(rows, row("x", "high", 3), "me")?.id).toBe("c");
    expect(nextAfter(rows, row("x", "medium", 0), "me")?.id).toBe("e");
    expect(nextAfter(rows, row("e", "low", 2), "me")?.id).toBe("a");
  });

  test("is one that nobody else holds, as long as there is one; and none when nothing waits", () => {
    const held = [row("a", "critical", 9, "another"), row("b", "high", 1, "me")];
    expect(nextAfter(held, row("x", "critical", 1), "me")?.id).toBe("b");
    expect(nextAfter(held.slice(0, 1), row("x", "critical", 1), "me")?.id).toBe("a");
    expect(
      nextAfter([{ ...row("a", "low", 1), decision: "approved" as const }], row("x", "low", 1), "me"),
    ).toBe(undefined);
    expect(nextAfter([row("x", "low", 1)], row("x", "low", 1), "me")).toBeUndefined();
  });
});
