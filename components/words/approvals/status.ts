import type { DecisionWord, StatusWord } from "@/lib/approvals/types";

/** Where a call stands. */
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

/** "Approved by Ines": how a decision made elsewhere is told on a row. */
export const DECIDED_WORDS: Record<DecisionWord, string> = {
  pending: "Still waiting",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
};

/** How a decision is told: what a policy did by itself, no person approved or rejected. */
export function decidedWords(decision: DecisionWord, byPolicy: boolean): string {
  if (byPolicy && decision === "approved") return "Let through";
  return byPolicy && decision === "rejected" ? "Refused" : DECIDED_WORDS[decision];
}
