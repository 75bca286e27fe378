import { expect, test } from "vitest";
import { readDetails } from "@/lib/activity/wire";
import { timelineItem } from "./timeline";

const item = (action: string, details: object) => {
  const read = readDetails(action, JSON.stringify(details));
  return timelineItem({ at: new Date(0), actorKind: "user", actorName: "Ines", action, details: read });
};

const AT = "2026-01-02T03:04:05.000Z";

test.each([
  [
    "approval.approved",
    { revision: 2, edited: true, reason: "fits", arguments_sha256: "a" },
    { revision: { from: 1, to: 2 }, decision: { from: "pending", to: "approved" }, reason: "fits" },
  ],
  ["approval.rejected", { revision: 1, edited: false, reason: "no" }, { reason: { from: null, to: "no" } }],
  ["approval.extended", { from: "2026-01-01T00:00:00.000Z", to: AT }, { decide_by: { from: "x", to: AT } }],
  ["approval.claimed", { until: AT }, { until: { from: "x", to: AT }, user_name: { from: "A", to: "B" } }],
  ["approval.taken_over", { until: AT, word: "mine" }, { until: { from: "x", to: AT }, word: "mine" }],
  ["approval.succeeded", { duration_ms: 12 }, { duration_ms: { from: null, to: 12 } }],
  ["approval.failed", { error: "broke" }, { error_message: { from: null, to: "broke" } }],
])("%s reads the same in both forms", (action, old, present) => {
  const said = item(action, old);
  expect(item(action, present)).toEqual(said);
  expect(said.detail ?? said.until).not.toBeNull();
});

test.each([
  ["approval.claimed", "approval.assigned"],
  ["approval.taken_over", "approval.reassigned"],
  ["approval.released", "approval.unassigned"],
  ["approval.settled", "approval.acknowledged"],
  ["approval.unsettled", "approval.unacknowledged"],
])("a row that says %s reads as %s", (former, present) => {
  expect(item(former, {})).toEqual(item(present, {}));
  expect(item(present, {}).title).not.toBe(present);
});

test("an approval as it was asked for does not say that it was edited", () => {
  expect(item("approval.approved", { revision: 1, edited: false, reason: null }).detail).toBeNull();
  expect(item("approval.approved", { decision: { from: "pending", to: "approved" } }).detail).toBeNull();
});
