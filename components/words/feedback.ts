import type { InboxOrder, InboxView } from "@/lib/feedback/inbox/types";
import type { Claim, DeclineReason, Mark, Priority, StateVerb } from "@/lib/feedback/triage/types";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

export const VIEW_WORDS: Record<InboxView, string> = {
  open: "Open",
  new: "New",
  mine: "Mine",
  growing: "Growing",
  waiting: "Waiting for info",
  snoozed: "Snoozed",
  closed: "Closed",
  all: "All",
};

/** The order of the list. */
export const ORDER_WORDS: Record<InboxOrder, string> = { signal: "Most signal" };

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

/** What the reports add to an open issue. */
export const MARK_WORDS: Record<Mark, string> = {
  first_seen: "First seen this week",
  ongoing: "Ongoing",
  growing: "Growing",
  regressed: "Came back",
};

export const VERB_WORDS: Record<StateVerb, string> = {
  accept: "Accept",
  start: "Start",
  resolve: "Resolve…",
  decline: "Decline…",
  ask: "Needs information",
  snooze: "Snooze…",
  wake: "End the snooze",
  reopen: "Reopen",
  unmerge: "Unmerge",
};

export const DECLINE_WORDS: Record<DeclineReason, string> = {
  by_design: "It works as designed",
  wont_fix: "Not worth fixing",
  agent_error: "The agent’s mistake",
  model_limitation: "A limit of the model",
  provider_error: "The provider’s fault",
  outdated_client: "The client is out of date",
  already_exists: "It already exists",
  out_of_scope: "Out of scope",
};

export const CLAIM_WORDS: Record<Claim, string> = {
  unverified: "Not checked",
  reproduced: "Reproduced",
  refuted: "Refuted",
  retracted: "Retracted",
};

export const PRIORITY_WORDS: Record<Priority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};
