import type { RecentDecision } from "@/lib/approvals/queue/types";
import type { DecisionWord, StatusWord } from "@/lib/approvals/types";
import { counted } from "../counts";

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

/** "1 of 2 approvals given": how far a call is that several people have to approve. */
export const givenWords = (given: number, required: number) => `${given} of ${required} approvals given`;

/** A call that enough people approved, until it is released. */
export const HELD = "Approved, held before release";

/** What became of a call that left a list although it still waits: the viewer approved it, or enough people did. */
export function agreedWords({ yours, held, given, required }: NonNullable<RecentDecision["agreed"]>): string {
  if (held) return HELD;
  return `${yours ? "Approved by you" : "Still waiting"}: ${givenWords(given, required)}`;
}

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

/** " and 1 other": where several people had to approve and nobody did so alone, the name beside it is that of the last one. */
export function andOthers(call: {
  decision: DecisionWord;
  approvalsRequired: number;
  brokeGlass: boolean;
}): string {
  const others = call.decision === "approved" && !call.brokeGlass ? call.approvalsRequired - 1 : 0;
  return others > 0 ? ` and ${counted(others, "other", "others")}` : "";
}
