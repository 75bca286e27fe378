import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/core/errors";
import { approveLabel, confirmationFor, verbsFor } from "./detail/rules";
import { type ApprovalState, assertDecidable, assertRevocable, statusOf } from "./rules";

const NOW = new Date("2026-11-21T10:00:00Z");
const seen = { revision: 1, argumentsSha256: "a" };
const state = (over: Partial<ApprovalState> = {}): ApprovalState => ({
  decision: "pending",
  execution: "none",
  revision: 1,
  argumentsSha256: "a",
  decideBy: new Date(NOW.getTime() + 1),
  decidedAt: null,
  decidedBy: null,
  redeemedAt: null,
  ...over,
});

const open = (over: Partial<ApprovalState> = {}) => ({ ...state(over), releaseAt: null });

const refusal = (work: () => void): DomainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("was not refused");
};

describe("may this be decided now", () => {
  test("yes, while it is pending, in time and as seen", () => {
    expect(() => assertDecidable(open(), seen, NOW)).not.toThrow();
  });

  test.each<[string, ApprovalState, string]>([
    ["at the deadline itself", state({ decideBy: NOW }), "EXPIRED"],
    ["after an edit", state({ revision: 2 }), "STALE_VIEW"],
    ["when one byte differs", state({ argumentsSha256: "b" }), "STALE_VIEW"],
    [
      "after somebody else",
      state({ decision: "rejected", decidedBy: "Ines", decidedAt: NOW }),
      "ALREADY_DECIDED",
    ],
    ["after expiry", state({ decision: "expired", decidedAt: NOW }), "EXPIRED"],
  ])("no, %s", (_, given, code) => {
    expect(refusal(() => assertDecidable(open(given), seen, NOW)).code).toBe(code);
  });

  test("the refusal names who won and when", () => {
    const error = refusal(() =>
      assertDecidable(open({ decision: "rejected", decidedBy: "Ines", decidedAt: NOW }), seen, NOW),
    );
    expect(error.message).toContain("Ines rejected this at 2026-11-21T10:00:00.000Z");
    expect(error.details.extra).toMatchObject({ decided_by: "Ines", decision: "rejected" });
  });
});

describe("an approval may be revoked", () => {
  test("only while nothing has started", () => {
    expect(() => assertRevocable(state({ decision: "approved", execution: "awaiting" }))).not.toThrow();
    for (const execution of ["executing", "succeeded", "failed", "unknown", "lapsed"] as const) {
      expect(refusal(() => assertRevocable(state({ decision: "approved", execution }))).code).toBe(
        "CONFLICT",
      );
    }
    expect(refusal(() => assertRevocable(state())).code).toBe("CONFLICT");
  });
});

test("the status is the decision until approved, then the execution", () => {
  expect(statusOf({ decision: "pending", execution: "none" })).toBe("pending");
  expect(statusOf({ decision: "rejected", execution: "blocked" })).toBe("rejected");
  expect(statusOf({ decision: "approved", execution: "awaiting" })).toBe("awaiting");
});

test("only approvers and admins have verbs", () => {
  const pending = { decision: "pending", execution: "none" } as const;
  for (const role of ["viewer", "triager"]) expect(verbsFor(role, pending)).toEqual([]);
  for (const role of ["approver", "admin"]) expect(verbsFor(role, pending)).toContain("approve");
  expect(verbsFor("admin", { decision: "approved", execution: "awaiting" })).toEqual(["revoke"]);
  expect(verbsFor("admin", { decision: "approved", execution: "executing" })).toEqual([]);
});

test("confirmation grows with risk", () => {
  const claims = { howMany: 10412, toWhom: "Segment All", tool: "send" };
  expect(confirmationFor("low", claims)).toEqual({ kind: "click" });
  expect(confirmationFor("medium", claims)).toEqual({ kind: "enter" });
  expect(confirmationFor("high", claims)).toEqual({ kind: "two_step" });
  expect(confirmationFor("critical", claims)).toEqual({ kind: "type", expected: "10412", what: "count" });
  expect(confirmationFor("critical", { ...claims, howMany: null })).toEqual({
    kind: "type",
    expected: "Segment All",
    what: "target",
  });
  expect(confirmationFor("critical", { howMany: null, toWhom: null, tool: "drop" })).toEqual({
    kind: "type",
    expected: "drop",
    what: "target",
  });
});

test.each([
  ["send-broadcast", "Approve and send"],
  ["create_refund", "Approve refund"],
  ["create", "Approve and create"],
  ["kubectlDelete", "Approve deletion"],
  ["API-post-page", "Approve and post"],
  ["frobnicate", "Approve"],
])("the button for %s says %s", (tool, label) => {
  expect(approveLabel(tool)).toBe(label);
});
