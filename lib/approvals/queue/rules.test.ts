import { describe, expect, test } from "vitest";
import type { Search } from "@/lib/core/list/filters";
import type { RiskWord } from "@/lib/core/risk";
import { queueList } from "./list";
import { homeView, nextAfter } from "./rules";

test("who may not decide begins with everything that waits", () => {
  const viewOf = (search: Search, role: string) => queueList.parse(search, homeView(role)).filter.view;
  expect(viewOf({}, "viewer")).toBe("all");
  expect(viewOf({}, "triager")).toBe("all");
  expect(viewOf({}, "approver")).toBe("mine");
  expect(viewOf({ view: "mine" }, "viewer")).toBe("mine");
  expect(viewOf({ view: "nonsense" }, "viewer")).toBe("all");
});

describe("the next call", () => {
  const row = (id: string, risk: RiskWord, minutes: number, heldBy: string | null = null) => ({
    id,
    risk,
    decideBy: new Date(minutes * 60_000),
    decision: "pending" as const,
    releaseAt: null as Date | null,
    soon: false,
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

  test("is the first that expires soon, whatever its risk; after these, the strictest", () => {
    const soon = { ...row("s", "low", 1), soon: true };
    const sooner = { ...row("t", "medium", 0), soon: true };
    const all = [sooner, soon, ...rows];
    expect(nextAfter(all, sooner, "me")?.id).toBe("s");
    expect(nextAfter(all, soon, "me")?.id).toBe("a");
    expect(nextAfter(all, row("e", "low", 2), "me")?.id).toBe("t");
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
