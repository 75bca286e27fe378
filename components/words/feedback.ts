import type { InboxView } from "@/lib/feedback/inbox/types";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

export const VIEW_WORDS: Record<InboxView, string> = { open: "Open", high: "High", all: "All" };

export const SEVERITY_WORDS: Record<SeverityWord, string> = { low: "Low", med: "Medium", high: "High" };

export const STATE_WORDS: Record<IssueState, string> = {
  new: "New",
  accepted: "Accepted",
  in_progress: "In progress",
  resolved: "Resolved",
  regressed: "Came back",
  declined: "Declined",
  needs_info: "Needs information",
  snoozed: "Snoozed",
  merged: "Merged",
};
