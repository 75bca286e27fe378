import { expect, test } from "vitest";
import { outcomeClass } from "./rules";
import { toolCallSchema } from "./schema";
import { OUTCOMES, type OutcomeClass } from "./types";

test("every outcome has the class of the contract", () => {
  const classes: Record<OutcomeClass, string> = {
    ok: "ok empty_result",
    caller: "validation_error unknown_tool missing_precondition not_found state_conflict",
    tool: "execution_error contract_violation",
    boundary: "wrong_tool_boundary low_utility",
    governance: "approval_pending denied expired blocked unauthorized",
    extrinsic: "timeout upstream_error rate_limited",
  };
  const expected = Object.entries(classes).flatMap(([name, words]) =>
    words.split(" ").map((word) => [word, name]),
  );
  expect(OUTCOMES.map((outcome) => [outcome, outcomeClass(outcome)]).sort()).toEqual(expected.sort());
});

const row = { tenant: "t", tool: "x", outcome: "ok", occurred_at: "2026-11-21T10:00:00Z" };
const wrong = (over: object) =>
  toolCallSchema.safeParse({ ...row, ...over }).error?.issues.map((issue) => issue.path.join("/"));

test("a referral belongs to wrong_tool_boundary", () => {
  const outcome = "wrong_tool_boundary";
  expect(wrong({ outcome })).toEqual(["referral/boundary_axes", "referral/evidence"]);
  expect(wrong({ outcome, referral: { boundary_axes: [], evidence: "e" } })).toEqual([
    "referral/boundary_axes",
  ]);
  expect(wrong({ outcome, referral: { boundary_axes: ["transport"] } })).toEqual(["referral/evidence"]);
  expect(wrong({ outcome, referral: { boundary_axes: ["transport"], evidence: "e" } })).toBeUndefined();
  expect(wrong({ outcome: "low_utility", referral: { evidence: "e" } })).toBeUndefined();
});

test("numbers and times that the database cannot hold are refused", () => {
  expect(wrong({ duration_ms: 2 ** 31 })).toEqual(["duration_ms"]);
  expect(wrong({ attempt: -1 })).toEqual(["attempt"]);
  expect(wrong({ occurred_at: "0000-01-01T00:00:00Z" })).toEqual(["occurred_at"]);
  expect(wrong({ occurred_at: "2026-11-21T10:00:00" })).toEqual(["occurred_at"]);
  expect(wrong({ occurred_at: "9999-12-31T23:59:59.999999+14:00" })).toBeUndefined();
});
