import { expect, test } from "vitest";
import type { Receipt } from "@/lib/approvals/receipts";
import { receiptAct, receiptSeen } from "./receipts";

type Seen = NonNullable<NonNullable<Receipt["facts"]>["seen"]>;

const SEEN: Seen = {
  way: "page",
  at: "2026-11-21T10:00:00.000Z",
  revision: 1,
  arguments_sha256: "0".repeat(64),
  tool_version: null,
  visible_ms: 42_300,
  still_ms: 900,
  parts: ["arguments", "facts"],
  folded: 2,
  opened: 2,
  opened_sha256: null,
  typed: true,
};

function receipt(seen: Partial<Seen> | null, over: Partial<Receipt> = {}): Receipt {
  return {
    act: "approval.approved",
    decided_by: "person",
    by: { kind: "user", id: "u", name: "Ines" },
    at: "2026-11-21T10:00:00.000Z",
    reason: null,
    facts: {
      verdict: "approve",
      revision: 1,
      arguments_sha256: "0".repeat(64),
      edited: false,
      call_sha256: "0".repeat(64),
      tool_version: null,
      policies: [],
      approvals: 1,
      required: 1,
      seen: seen && { ...SEEN, ...seen },
    },
    chain: { tenant_id: "t", seq: "1", hash: "0".repeat(64), previous: "0".repeat(64) },
    ...over,
  };
}

test.each<[Receipt, string]>([
  [
    receipt({}),
    "On its page, on the screen for 42 seconds, read to the end, 2 of 2 folded parts opened, typed what was asked.",
  ],
  [
    receipt({ visible_ms: 400, parts: ["facts"], folded: 0, opened: 0, typed: null }),
    "On its page, on the screen for less than a second.",
  ],
  [
    receipt({ way: "token", visible_ms: null, parts: [], folded: 0, opened: 0, typed: null }),
    "With a personal token, without its page.",
  ],
  [
    receipt(null, { act: "approval.policy_denied", decided_by: "policy" }),
    "A policy decided; no person acted.",
  ],
  [receipt({}, { facts: null }), "Decided before receipts were kept: what was on the screen is not known."],
])("a receipt says what was before whoever decided", (one, says) => {
  expect(receiptSeen(one)).toBe(says);
});

test("an act that has no word yet is shown as the activity log calls it", () => {
  expect(receiptAct(receipt({}))).toBe("Approved");
  expect(receiptAct(receipt({}, { act: "approval.something_new" }))).toBe("approval.something_new");
});

test.each([
  ...["voted", "edited", "agreed", "approved", "broke_glass", "rejected", "changes_requested", "revoked"],
  ...[
    "expired",
    "cancelled",
    "auto_approved",
    "confirmed",
    "policy_allowed",
    "rule_allowed",
    "policy_denied",
  ],
])("a receipt of %s says in words what was done", (act) => {
  expect(receiptAct(receipt(null, { act: `approval.${act}` }))).toMatch(/^[A-Z][a-z]/);
});

test("what was held is released, not approved by nobody", () => {
  const released = receipt(null, { decided_by: "system", by: { kind: "system", id: null, name: "release" } });
  expect(receiptAct(released)).toBe("Released");
  expect(receiptSeen(released)).toBe("The time in which the approval could be undone was over.");
});
