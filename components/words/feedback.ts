import type { InboxView } from "@/lib/feedback/inbox/types";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";
import { counted } from "./counted";

export const FEEDBACK = {
  title: "Feedback",
  one: "Feedback issue",
  report: "Report",
  list: "Issues",
  views: "Views",
  pages: "Pages of issues",
  newest: "Newest",
  older: "Older",
  loading: "Loading feedback",
  claimed: "written by the agent, not verified",
  unknownAgent: "Unknown: the gateway named no agent",
  back: "Back to the list",
  newRows: (count: number) => `${count.toLocaleString("en")} new`,
  showNew: (count: number) => `Show ${counted(count, "new issue")}`,
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

export const VOLUME = {
  reports: (count: number) => counted(count, "report"),
  sessions: (count: number) => (count === 0 ? "no session named" : counted(count, "session")),
  agents: (count: number) => (count === 0 ? "no agent named" : counted(count, "agent")),
  first: "first",
  answered: "Answered",
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

export const FIGURES = {
  title: "The last eight weeks",
  none: "No reports in the last eight weeks.",
  total: (count: number) => `${counted(count, "report")}, by week (UTC)`,
  weeks: "Reports by week and severity",
  week: (from: string) => `Week of ${from}`,
  severity: "By severity",
  tools: "By tool",
  agents: "By agent",
};

export const ISSUE = {
  facts: "Figures",
  severity: "Severity",
  severityNote: "the highest of its reports",
  reports: "Reports",
  sessions: "Sessions",
  agents: "Agents",
  firstSeen: "First seen",
  lastSeen: "Last seen",
  tenant: "Tenant",
  whatHappened: "What happened",
  newestOf: "From the newest report, written by the agent, not verified.",
  claimed: "Written by the agent, not verified.",
  attempted: "Attempted",
  expected: "Expected",
  got: "Got",
  error: "Error, as the agent saw it",
  rationale: "Why the agent reported it",
  suggested: "Suggested improvement",
  noneKept:
    "Its reports were past the tenant’s retention time and were deleted. Agents still get the answer.",
  noError: "The agent quoted no error.",
  reportsTitle: "Reports",
  reportsPages: "Pages of reports",
  open: "Open the report",
  olderReports: "Older reports",
  newestReports: "Newest reports",
  session: "Session",
  noSession: "Unknown: the gateway named no session",
  tool: "Tool",
  callsOf: "Calls of this tool",
  toolPage: "About this tool",
};

export const ANSWER = {
  title: "Answer to agents",
  told: "An agent that reports this again is told at once:",
  silent: "Nothing yet. An agent that reports this again is told only that it is known.",
  message: "Message",
  workaround: "Workaround",
  fixedIn: "Fixed in",
  state: "State",
  edit: "Edit the answer",
  write: "Write an answer",
  messageHint: "What your team says about it, in a sentence or two.",
  workaroundHint: "What to do meanwhile, as an instruction an agent can follow.",
  fixedInHint: "A version or a date.",
  save: "Save the answer",
  saving: "Saving…",
  saved: "Saved",
  cancel: "Cancel",
};

export const LINKS = {
  title: "Where it happened",
  call: "Last call of the tool before it",
  session: "All calls of the session",
  approvals: "Approvals of the session",
  none: "The report names no session, so its calls cannot be found.",
  noCall: "No call of this session was reported before it.",
};

export const REPORT = {
  title: (ref: string) => `Report on ${ref}`,
  about: "About this report",
  tenant: "Tenant",
  gateway: "Gateway",
  agent: "Agent",
  session: "Session",
  happened: "Happened",
  received: "Received",
  externalId: "The gateway's id",
  issue: "Issue",
};
