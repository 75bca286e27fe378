import { periodOf } from "@/lib/core/list/days";
import { OPEN_STATES } from "../rules";
import type { IssueState } from "../types";
import { type InboxFilter, inboxList } from "./list";
import type { InboxView } from "./types";

/** The filter as a query of GET /api/v1/issues or of /api/v1/feedback, for a download. */
export function exportQuery(
  filter: InboxFilter,
  of: "issues" | "feedback",
  format: "csv" | "ndjson",
): string {
  const { since, until } = periodOf(filter);
  const params = new URLSearchParams([["format", format], ...inboxList.entries(filter)]);
  if (filter.view === "all") params.delete("view");
  else params.set("view", filter.view);
  // A file is in the order of the ids.
  params.delete("sort");
  // Every report is one.
  if (of === "feedback") params.delete("reported");
  if (since) params.set("since", since.toISOString());
  if (until) params.set("until", until.toISOString());
  return params.toString();
}

/** A filter as stored: no page, fixed order, so that equal views have equal texts. */
export function keptQuery(filter: InboxFilter): string {
  return new URLSearchParams(inboxList.entries(filter)).toString();
}

export type ViewRule = { states?: readonly IssueState[]; mine?: true; growing?: true };

/** The issues of each view. New ones are those that a person has to look at first or again. */
export const VIEW_RULES: Record<InboxView, ViewRule> = {
  open: { states: OPEN_STATES },
  new: { states: ["new", "regressed"] },
  mine: { states: [...OPEN_STATES, "snoozed"], mine: true },
  growing: { states: OPEN_STATES, growing: true },
  waiting: { states: ["needs_info"] },
  snoozed: { states: ["snoozed"] },
  closed: { states: ["resolved", "declined", "merged"] },
  all: {},
};
