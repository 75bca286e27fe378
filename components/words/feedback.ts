import type { InboxView } from "@/lib/feedback/inbox/types";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

export const FEEDBACK = {
  title: "Feedback",
  views: "Views",
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
