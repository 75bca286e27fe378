import type { RecentDecision } from "@/lib/approvals/queue/types";
import type { DecisionWord, StatusWord } from "@/lib/approvals/types";
import { counted } from "../counts";

export const STATUS_WORDS: Record<StatusWord | DecisionWord, string> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
  awaiting: "Approved, not started",
  executing: "Running",
  succeeded: "Done",
  failed: "Failed",
  unknown: "Outcome unknown",
  lapsed: "Approved, never run",
};

/** "1 of 2 approvals given": the progress of a call that needs several. */
export const givenWords = (given: number, required: number) => `${given} of ${required} approvals given`;

/** A call with enough approvals, before its release. */
export const HELD = "Approved, held before release";

/** Why a still waiting call left a list: the viewer approved it, or enough people did. */
export function agreedWords({ yours, held, given, required }: NonNullable<RecentDecision["agreed"]>): string {
  if (held) return HELD;
  return `${yours ? "Approved by you" : "Still waiting"}: ${givenWords(given, required)}`;
}

/** "Approved by Ines": a decision made elsewhere, on a row. */
export const DECIDED_WORDS: Record<DecisionWord, string> = {
  pending: "Still waiting",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
};

/** The words for a decision. A policy's automatic decision names no person. */
export function decidedWords(decision: DecisionWord, byPolicy: boolean): string {
  if (byPolicy && decision === "approved") return "Let through";
  return byPolicy && decision === "rejected" ? "Refused" : DECIDED_WORDS[decision];
}

/** " and 1 other": with several approvers, the named one is the last. */
export function andOthers(call: {
  decision: DecisionWord;
  approvalsRequired: number;
  brokeGlass: boolean;
}): string {
  const others = call.decision === "approved" && !call.brokeGlass ? call.approvalsRequired - 1 : 0;
  return others > 0 ? ` and ${counted(others, "other", "others")}` : "";
}
