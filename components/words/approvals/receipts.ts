import type { Receipt } from "@/lib/approvals/receipts";
import { counted } from "../counts";
import { durationWords } from "../durations";
import { ALONE } from "./break-glass";
import { HELD } from "./status";

const ACTS: Readonly<Record<string, string>> = {
  "approval.voted": "Approved, more approvals needed",
  "approval.edited": "Arguments edited",
  "approval.agreed": HELD,
  "approval.broke_glass": ALONE,
  "approval.approved": "Approved",
  "approval.rejected": "Rejected",
  "approval.changes_requested": "Changes requested",
  "approval.revoked": "Approval revoked",
  "approval.expired": "Expired",
  "approval.cancelled": "Cancelled",
  "approval.auto_approved": "Let through",
  "approval.confirmed": "Let through",
  "approval.policy_allowed": "Let through",
  "approval.rule_allowed": "Let through",
  "approval.policy_denied": "Refused",
};

const BY: Readonly<Record<Receipt["decided_by"], string>> = {
  person: "Nothing is kept of what they saw.",
  policy: "A policy decided; no person acted.",
  tenant_setting: "The tenant’s setting decided; no person acted.",
  remembered_rule: "A rule that a person made earlier decided; no person acted.",
  caller: "The caller confirmed it; no person acted.",
  deadline: "The time to decide was over; no person acted.",
  gateway: "Its gateway took it back; no person acted.",
  system: "Countersign did it; no person acted.",
};

/** The decision in a few words. */
export function receiptAct(receipt: Receipt): string {
  return isRelease(receipt) ? "Released" : (ACTS[receipt.act] ?? receipt.act);
}

/** After a hold, no person approves again: the time passed. */
const isRelease = ({ act, decided_by: by }: Receipt) => act === "approval.approved" && by === "system";

type Seen = NonNullable<NonNullable<Receipt["facts"]>["seen"]>;

const WAYS: Readonly<Record<Seen["way"], string>> = {
  page: "On its page",
  table: "In a table of several calls",
  session: "With a browser session, without its page",
  token: "With a personal token, without its page",
  slack: "In Slack, in a dialog with its whole arguments",
};

/** What the decider saw, in a sentence. */
export function receiptSeen(receipt: Receipt): string {
  const { facts, decided_by: by } = receipt;
  if (isRelease(receipt)) return "The time in which the approval could be undone was over.";
  if (facts === null) return "Decided before receipts were kept: what was on the screen is not known.";
  const { seen } = facts;
  if (seen === null) return BY[by];
  const { visible_ms: ms, folded, opened, typed, parts } = seen;
  const said = [
    ms === null
      ? null
      : `on the screen for ${ms < 1_000 ? "less than a second" : durationWords(Math.round(ms / 1_000))}`,
    parts.includes("arguments") ? "read to the end" : null,
    folded > 0 ? `${opened} of ${counted(folded, "folded part", "folded parts")} opened` : null,
    typed === true ? "typed what was asked" : null,
    facts.edited ? "edited the arguments" : null,
    facts.passkey ? "signed with a passkey" : null,
  ].filter((one) => one !== null);
  return `${[WAYS[seen.way], ...said].join(", ")}.`;
}
