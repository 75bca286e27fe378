import type { InboxView } from "@/lib/feedback/inbox/types";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

export const FEEDBACK = {
  title: "Feedback",
  views: "Views",
  unknownAgent: "Unknown: the gateway named no agent",
};

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

export const FILTERS = {
  label: "Filter feedback",
  more: "Filters",
  search: "Search all texts",
  placeholder: "Words, part of an error, FB-12",
  any: "Any",
  q: "Text",
  tool: "Tool",
  severity: "Severity",
  state: "State",
  agent: "Agent",
  tenant: "Tenant",
  since: "Seen from (UTC)",
  until: "to (UTC)",
  remove: (name: string, value: string) => `Remove the filter ${name}: ${value}`,
};

export const EXPORT = {
  label: "Download",
  csv: "Reports as CSV",
  ndjson: "Reports as NDJSON",
  note: "Every report that matches the filters, up to the moment you click. Formulas are made harmless.",
};

export const EMPTY = {
  filtered: "No issue matches these filters.",
  clear: "Show all open issues",
  closed: "Nothing is open.",
  closedText: "Every issue that agents reported is closed. “All” lists them.",
  firstTitle: "No agent has reported anything yet.",
  firstText:
    "When a tool cannot do what an agent needs, the agent says so here. The reference gateway gives every agent a submit_feedback tool; any gateway can post reports itself.",
  firstCommand: "POST /api/v1/feedback",
  selectTitle: "Reports of the last eight weeks",
  failedTitle: "The feedback could not be read.",
  failedText: "Nothing was changed. Try again; if it keeps failing, give the operator this code:",
  retry: "Try again",
};
