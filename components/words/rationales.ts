import type { LogFilterName } from "@/lib/calls/log/rules";
import type { Within } from "@/lib/calls/log/types";
import type { ClassChoice, Outcome, OutcomeClass } from "@/lib/calls/types";
import { counted } from "./counted";

export const RATIONALES = {
  title: "Rationales",
  description: "Every call that gateways reported, and why the agent made it, in its own words.",
  call: "Call",
  list: "Calls",
  pages: "Pages of calls",
  newest: "Newest",
  older: "Older",
  loading: "Loading calls",
  counted: (count: number, max: number) =>
    count >= max ? `${max.toLocaleString("en")}+` : count.toLocaleString("en"),
  matches: (text: string, span: string) => `${text} calls match, newest first. ${span}.`,
  all: (text: string, span: string) => `${text} calls, newest first. ${span}.`,
  missing: "No rationale",
  unusable: "Too short to say anything",
  unknownAgent: "Unknown agent",
  claimed: "written by the agent, not verified",
  columns: "rationales-columns",
};

export const COLUMNS = {
  time: "When",
  agent: "Agent",
  tool: "Tool",
  outcome: "Outcome",
  rationale: "Rationale",
  duration: "Took",
  attempt: "Attempt",
  session: "Session",
  tenant: "Tenant",
  gateway: "Gateway",
};

export const OUTCOME_WORDS: Record<Outcome, string> = {
  ok: "OK",
  empty_result: "Empty result",
  validation_error: "Invalid arguments",
  unknown_tool: "Unknown tool",
  missing_precondition: "Missing precondition",
  not_found: "Not found",
  state_conflict: "State conflict",
  execution_error: "Execution error",
  contract_violation: "Contract violation",
  wrong_tool_boundary: "Wrong tool",
  low_utility: "Of little use",
  approval_pending: "Waiting for approval",
  denied: "Denied",
  expired: "Expired",
  blocked: "Blocked",
  unauthorized: "Unauthorized",
  timeout: "Timeout",
  upstream_error: "Upstream error",
  rate_limited: "Rate limited",
};

/** What each class of outcomes speaks of. */
export const CLASS_WORDS: Record<OutcomeClass, string> = {
  ok: "Worked",
  caller: "Wrong call",
  tool: "Tool failed",
  boundary: "Wrong tool",
  governance: "Held or refused",
  extrinsic: "Outside cause",
};

export const CLASS_CHOICE_WORDS: Record<ClassChoice, string> = {
  ...CLASS_WORDS,
  failed: "Anything that failed",
};

export const WITHIN_WORDS: Record<Within, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  any: "Any time",
};

/** The time that everything on the page is of. */
export const SPAN = {
  days: (words: string, from: string, to: string) => `${words} (${from} to ${to}, UTC)`,
  from: (from: string) => `From ${from} (UTC)`,
  until: (until: string) => `Up to ${until} (UTC)`,
  between: (from: string, until: string) => (from === until ? `${from} (UTC)` : `${from} to ${until} (UTC)`),
};

export const FILTER_WORDS: Record<LogFilterName, string> = {
  q: "Words",
  tool: "Tool",
  provider: "Provider",
  class: "Outcome",
  outcome: "Exact outcome",
  agent: "Agent",
  session: "Session",
  gateway: "Gateway",
  tenant: "Tenant",
  approval: "Approval",
  rationale: "Rationale",
  within: "Time",
  since: "From (UTC)",
  until: "to (UTC)",
};

export const FILTERS = {
  label: "Filter calls",
  search: "Search rationales",
  placeholder: "Words of the rationale",
  more: "More filters",
  any: "Any",
  dates: "The dates given",
  missing: "Missing only",
  remove: (name: string, value: string) => `Remove the filter ${name}: ${value}`,
};

export const EXPORT = {
  label: "Download",
  csv: "Calls as CSV",
  ndjson: "Calls as NDJSON",
  note: (span: string) =>
    `Every call that matches the filters, however many. ${span}, up to the moment you click. Formulas are made harmless.`,
};

export const EMPTY = {
  filtered: "No call matches these filters.",
  clear: "Clear the filters",
  lately: "No call was reported in this time.",
  spanText: (span: string) => `${span}: older calls are not included.`,
  anyTime: "Look at all time",
  firstTitle: "No call was reported yet.",
  firstText:
    "Gateways report each tool call with the agent's one-sentence reason. The reference gateway does so by itself; any gateway can post tool calls itself.",
  firstCommand: "POST /api/v1/audit",
  failedTitle: "The calls could not be read.",
  failedText: "Nothing was changed. Try again; if it keeps failing, give the operator this code:",
  retry: "Try again",
};

export const FIGURES = {
  title: "Figures",
  calls: "Calls",
  failed: "Failed",
  failedShare: (failed: number, calls: number) =>
    calls === 0 ? "–" : `${((100 * failed) / calls).toLocaleString("en", { maximumFractionDigits: 1 })} %`,
  failedNote: (failed: number) =>
    `${counted(failed, "call")} of all; calls held or refused do not count as failed`,
  missing: "Without a rationale",
  days: "Calls by day (UTC) and outcome",
  daysFrom: (from: string) => `Since ${from}; older calls are counted in the figures only.`,
  tools: "Busiest tools",
  agents: "Busiest agents",
  noAgent: "No agent named",
  newestOnly: (from: string) => `All figures are of the newest 5,000 calls that match, back to ${from}.`,
  loading: "Adding up",
  offenders: "Who leaves it out",
};

export const SESSION = {
  title: "Session",
  calls: "Calls",
  more: "and earlier ones",
  duration: "Lasted",
  from: "From",
  agents: "Agents",
  failed: "Failed",
  tenant: "Tenant",
  outcomes: "Outcomes",
  approvals: "Approvals",
  feedback: "Feedback",
  corrections: "Corrections by users",
  none: "None",
  correctionNote: "a user's own words, as the gateway reported them",
};

export const CALL = {
  crumb: "Call",
  facts: "Facts",
  outcome: "Outcome",
  took: "Took",
  unknown: "Unknown",
  attempt: "Attempt",
  attemptNote: (attempt: number) => (attempt > 1 ? "tried again" : "first try"),
  agent: "Agent",
  when: "When",
  risk: "risk",
  rationale: "Stated reason",
  rationaleMissing:
    "The agent gave no usable reason. Calls like this are refused once the tenant's grace period has ended.",
  graceLink: "The tenant's grace period",
  arguments: "Arguments",
  noArguments: "The gateway reported no arguments.",
  validation: "What was wrong with the arguments",
  path: "Path",
  problem: "Problem",
  received: "Sent there",
  notSent: "not reported",
  error: "Error",
  errorText: "Text of the error",
  detail: "Outcome in detail",
  referral: "Wrong tool, says the tool",
  axes: "Boundary",
  shape: "Shape of the task",
  split: "Suggested split",
  evidence: "Evidence",
  serverClaimed: "as the gateway reported it",
  around: "In the same session",
  thisOne: "This call",
  wholeSession: "Whole session",
  noSession: "The gateway named no session, so no other calls can be shown.",
  caller: "Caller",
  model: "Model",
  onBehalfOf: "On behalf of",
  session: "Session",
  callId: "Call id",
  tenant: "Tenant",
  gateway: "Gateway",
  externalId: "The gateway's id",
  received_at: "Received",
  approval: "Approval",
  openApproval: "Open the approval",
  tool: "Tool",
  toolPage: "About this tool",
  callsOf: "Calls of this tool",
  links: "Around this call",
};

/** How long something took, in the largest unit that keeps it readable. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}
